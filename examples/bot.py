#!/usr/bin/env python3
"""A bot for Backrank in the standard library: accepts casual challenges and plays at random.

    python3 bot.py http://localhost:8080 TOKEN [NUMBER OF GAMES]
"""
import hashlib, http.client, json, random, secrets, sys, threading, time, urllib.error, urllib.request

SERVER, TOKEN = sys.argv[1].rstrip("/") + "/api/v1", sys.argv[2]
WANTED = int(sys.argv[3]) if len(sys.argv) > 3 else None
SILENCE = 30  # seconds; on a stream a blank line comes every ten
BROKEN = (OSError, http.client.HTTPException)
games, over = set(), threading.Semaphore(0)


def ask(method, path, body=None):
    headers = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
    data = None if method == "GET" else json.dumps(body or {}).encode()
    request = urllib.request.Request(SERVER + path, data, headers, method=method)
    return urllib.request.urlopen(request, timeout=SILENCE)


def call(method, path, body=None):
    """Sends until there is an answer. What is sent again has the same nonce, so it counts once."""
    while True:
        try:
            with ask(method, path, body) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as error:  # a code with parameters
            if error.code != 429 and error.code < 500:
                return print(path, error.code, error.read().decode(), file=sys.stderr)
        except BROKEN as error:
            print(path, error, file=sys.stderr)
        time.sleep(1)


def lines(path):
    """The messages of a stream, until it ends; and again when it has."""
    while True:
        try:
            with ask("GET", path) as stream:
                yield from (json.loads(line) for line in stream if line.strip())
        except BROKEN as error:
            print(path, error, file=sys.stderr)
        time.sleep(1)


def play(game):
    me, contribution = call("GET", "/me")["id"], secrets.token_bytes(32)
    sized = lambda text: len(text).to_bytes(4, "big") + text.encode()
    covered = b"backrank contribution v1" + sized(game) + sized(me) + contribution  # docs/deal.md
    send = lambda kind, **fields: call("POST", f"/games/{game}/messages", {"type": kind, **fields})
    for message in lines(f"/games/{game}/stream"):
        if message["type"] == "snapshot":
            state = message["game"]
            step = "ended" if "ending" in state else state.get("dealing")
        elif message["type"] == "event":
            state = message["event"]
            step = {"open_now": "open"}.get(state["type"], state["type"])
        else:
            continue
        if step == "commit":
            send("commit", commitment=hashlib.sha256(covered).hexdigest())
        elif step == "open":
            send("open", contribution=contribution.hex())
        elif step == "offered":
            send("answer", nonce=secrets.token_hex(8), what=state["offer"]["what"], accept=False)
        elif step == "ended":
            print(game, state["ending"]["result"], state["ending"]["reason"], flush=True)
            return over.release()
        elif state.get("now", {}).get("legal"):
            action = random.choice(state["now"]["legal"])["action"]
            send("act", nonce=secrets.token_hex(8), ply=state["now"]["ply"], action=action)


def begin(game):
    if game not in games:
        games.add(game)
        threading.Thread(target=play, args=(game,), daemon=True).start()


def listen():
    for event in lines("/stream"):
        if event["type"] == "hello":  # first: what came while nobody listened
            board = call("GET", "/dashboard")
            for card in board["my_turn"] + board["waiting"]:
                begin(card["id"])
        elif event["type"] == "challenged":
            path = "/proposals/" + event["proposal"]["id"]
            casual = not event["proposal"]["conditions"]["rated"]
            call("POST", path + "/accept") if casual else call("DELETE", path)
        elif event["type"] in ("game_started", "your_turn"):
            begin(event["game"])


threading.Thread(target=listen, daemon=True).start()
for _ in range(WANTED) if WANTED else iter(int, 1):
    over.acquire()
