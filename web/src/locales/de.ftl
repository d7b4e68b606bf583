# Der ganze Client auf Deutsch. Schlüssel, die mit Daten enden (kind-…, reason-…, error-…, check-…), folgen den Codes des Servers.

brand = Backrank
brand-home = Backrank, zur Startseite
page-title = { $page } · Backrank
language = Sprache
language-en = English (Englisch)
language-de = Deutsch
theme-switch = Farben: { $theme }
theme-auto = wie das System
theme-light = hell
theme-dark = dunkel
settings = Einstellungen
setting-one-click-turn = Mit einem Klick aufdecken
setting-one-click-turn-explained = Sonst wählt der erste Klick eine verdeckte Figur aus, und der zweite oder die Eingabetaste deckt sie auf.
done = Fertig
verify-link = Auslosung prüfen
loading = Wird geladen …
connecting = Verbindung zur Partie wird aufgebaut …
try-again = Noch einmal versuchen
to-lobby = Zur Startseite
missing-title = Diese Seite gibt es nicht
understood = Verstanden
cancel = Abbrechen
close = Schließen

## Startseite

lobby-title = Schachspiele mit Zufall und Geheimnis
lobby-intro = Verdeckte Figuren, die noch niemand gesehen hat, ausgeloste Aufstellungen, breitere Bretter: Spiel sofort und ohne Konto gegen den Computer. Jede Auslosung lässt sich hinterher nachrechnen.
my-games = Deine Partien
my-games-more = { $count ->
    [one] { $count } weitere Partie
   *[other] { $count } weitere Partien
  }
new-game = Gegen den Computer
level = Gegner
level-option = { $strongest ->
    [yes] Computer, Stufe { $level } (am stärksten)
   *[no] Computer, Stufe { $level }
  }
colour = Du spielst
colour-white = Weiß
colour-black = Schwarz
colour-random = Zufall
play = Spielen
play-named = { $game } spielen
trait-board = Brett { $files } × { $ranks }
trait-dressed = Verdeckte Figuren in Verkleidung
trait-face-down = Verdeckte Figuren ohne Gesicht
trait-random = Eine von { $size } Aufstellungen
trait-hands = Figuren in der Hand zum Einsetzen
trait-secret-kings = Könige auf geheimen Feldern
trait-fixed = Feste Aufstellung
array-choice = Aufstellung wählen
array-set = Auswahl
array-set-option = { $name } ({ $size } Aufstellungen)
array-number = Nummer ({ NUMBER($lowest, useGrouping: 0) } bis { NUMBER($highest, useGrouping: 0) })
array-any = Zufall
footer-fair = Freie Software. Server und Spieler legen die Auslosung gemeinsam vor dem ersten Zug fest; nach der Partie lässt sie sich nachrechnen.

## Partie

game-title = Eine Partie { $game }
game-closed-title = Diese Partie lässt sich nicht öffnen
unknown-variant = Diese Partie folgt Regeln ({ $variant }), die diese Seite nicht kennt.
board-area = Brett und Spieler
board-label = Brett, { $game }
side-panel = Über diese Partie
tab-moves = Züge
tab-hidden = Verdeckt
tab-rules = Regeln
tab-fairness = Auslosung
you = Du
computer = Computer, Stufe { $level }
has-the-move = ({ $side } am Zug)
side-white = Weiß
side-black = Schwarz
side-spectator = Zuschauer

status-dealing = Die Figuren werden gemischt …
status-sending = Dein Zug ist unterwegs …
status-your-move = Du bist am Zug
status-your-move-check = Du stehst im Schach und bist am Zug
status-thinking = Der Computer denkt nach
status-thinking-check = Schach! Der Computer denkt nach
status-late-promotion = Es war ein Bauer: Wähle, was aus ihm wird
status-choose-square = Verstecke deinen König
status-waiting-square = Der Computer wählt sein Feld
secret-choosing = { $own ->
    [yes] wählst noch
   *[no] wählt noch
  }
secret-chosen = { $own ->
    [yes] hast gewählt
   *[no] hat gewählt
  }
shade-candidates = { $count ->
    [one] Das eine Feld zeigen, auf dem der andere König sein kann
   *[other] Die { $count } Felder zeigen, auf denen der andere König sein kann
  }
shade-kings = { $count ->
    [one] Das eine Feld zeigen, auf dem ein versteckter König stehen kann
   *[other] Die { $count } Felder zeigen, auf denen versteckte Könige stehen können
  }
choose-promotion = Wählen
live = Live
to-the-end = Zum Ende

actions = Partie
step-first = Zum Anfang
step-back = Einen Zug zurück
step-forward = Einen Zug vor
step-last = Zur neuesten Stellung
flip-board = Brett drehen
resign = Aufgeben
resign-question = Partie aufgeben?
resign-explained = Der Computer gewinnt, und alles Verdeckte wird offengelegt.
resign-yes = Aufgeben
resign-no = Weiterspielen
result = Ergebnis

link-lost = Die Verbindung ist abgebrochen.
link-lost-pending = Die Verbindung ist abgebrochen. Dein Zug wird noch einmal gesendet.
link-retry = { $seconds ->
    [one] Nächster Versuch in { $seconds } Sekunde
   *[other] Nächster Versuch in { $seconds } Sekunden
  }
link-trying = Verbindung wird aufgebaut …
link-now = Jetzt verbinden

## Felder, für Screenreader

square-empty = leer
square-piece = { $side }, { $kind }
square-piece-truth = { $side }, { $kind }, noch verdeckt
square-piece-dressed = { $side }, verdeckt, verkleidet als { $kind }
square-piece-back = { $side }, verdeckt
square-selected = ausgewählt
square-target = mögliches Ziel
square-last-move = letzter Zug
square-check = im Schach
square-offered = kann gewählt werden
square-hidden-king = hier versteckt sich der König von { $side }
square-candidate = hier kann sich der andere König verstecken

## Was ein Zug bedeuten soll

choose-title = Was möchtest du spielen?
choose-promotion-title = Der Bauer wird zu
choose-late-promotion-title = Es war ein Bauer. Er wird zu
choose-gate-title = Eine Figur einsetzen?
choose-gate = { $kind } auf { $square }
choose-plain = Keine Figur
without-minister = Kein Minister
stay-flip = Aufdecken
stay-secret_square = Verstecken
stay-other = { $text }

## Züge und Nachrichten

no-moves = Noch keine Züge.
start-number = Aufstellung Nr. { NUMBER($number, useGrouping: 0) }
move-number = { $number }.
move-missing = …
announce-move = { $side } zog { $move }
announce-check = Schach
announce-hides = { $side } hat ein geheimes Feld gewählt
announce-hides-on = { $side } hat heimlich { $square } gewählt
move-hides = versteckt
move-hides-on = versteckt auf { $square }
announce-dealt = Die Figuren sind gemischt. Die Partie beginnt
reveal-turned-up = { $square } aufgedeckt: { $kind }
reveal-turned-up-dressed = { $dress }? { $from } aufgedeckt: { $kind }
reveal-captured-openly = Verdeckt geschlagen auf { $square }: { $kind }
reveal-captured-privately = Nur du weißt es: Verdeckt geschlagen auf { $square }: { $kind }
reveal-king-appeared = Der König von { $side } erscheint auf { $square }

captured-label = Geschlagene Figuren von { $side }
captured-unknown = { $count ->
    [one] eine verdeckte Figur, dir unbekannt
   *[other] { $count } verdeckte Figuren, dir unbekannt
  }
captured-face-down = { $count ->
    [one] { $kind }, verdeckt geschlagen
   *[other] { $count } × { $kind }, verdeckt geschlagen
  }
captured-face-up = { $count ->
    [one] { $kind }
   *[other] { $count } × { $kind }
  }
hand-label = Figuren in der Hand von { $side }
hand-piece = { $count ->
    [one] { $kind } in der Hand
   *[other] { $count } × { $kind } in der Hand
  }

## Die Partie zum Mitnehmen

share-title = Teilen
share-seen = Solange die Partie läuft, enthält ihr PGN, was du gesehen hast, und sonst nichts.
share-truth = Die Partie ist zu Ende: Ihr PGN enthält alles, auch das Protokoll der Auslosung.
share-download = PGN herunterladen
share-copy-pgn = PGN kopieren
share-copy-fen = FEN kopieren
share-copied = Kopiert.
share-by-hand = Dieser Browser lässt die Seite nicht kopieren. Hier ist der Text, schon markiert:
share-text = Text zum Kopieren

## Was noch verdeckt sein kann

pool-own = Deine verdeckten Figuren ({ $side })
pool-other = Verdeckte Figuren von { $side }
pool-line = { $down ->
    [0] Keine Figur liegt verdeckt.
    [one] { $down } Figur liegt verdeckt. Sie ist eine von diesen { $total }:
   *[other] { $down } Figuren liegen verdeckt. Sie stammen aus diesen { $total }:
  }
pool-larger = { $more ->
    [one] { $more } davon wurde geschlagen, ohne dass du sie gesehen hast.
   *[other] { $more } davon wurden geschlagen, ohne dass du sie gesehen hast.
  }
pool-kind = Figur
pool-count = Anzahl
pool-chance = Wahrscheinlichkeit je verdeckter Figur
pool-explained = Die Wahrscheinlichkeit gilt für jede einzelne verdeckte Figur, nach allem, was du gesehen hast.
odds-exact = { $count } von { $total }
odds-share = { $share }

## Regeln und Auslosung

rules-title = So geht dieses Spiel
rules-missing = Zu diesem Spiel gibt es noch keine Seite.
board-of = Brett: { $pieces }
kinds-title = Was können die Figuren?
kinds-hint = Auf dem Brett: rechte Maustaste, lange drücken oder ? auf dem Feld der Figur.

## Was eine Figur kann

piece-yours = Deine Figur ({ $side })
piece-theirs = Figur deines Gegners ({ $side })
piece-on = {", auf "}{ $square }
piece-dressed = verkleidet als { $kind }, und so zieht sie auch
piece-blank = Solange sie verdeckt liegt, weiß niemand, was sie ist; ihre Züge lassen sich nicht zeichnen.
piece-undrawn = Diese Züge lassen sich hier nicht zeichnen. In Betzas Notation: { $betza }
piece-may-be = Sie kann sich entpuppen als
moves-both = zieht und schlägt
moves-move = zieht nur
moves-capture = schlägt nur
moves-hop = zieht und schlägt im Sprung über genau eine Figur
moves-hop-move = zieht im Sprung über genau eine Figur
moves-hop-capture = schlägt im Sprung über genau eine Figur
moves-ray = so weit der Weg frei ist
moves-initial = nur von ihrem Anfangsfeld aus
moves-initial-quiet = zieht so nur vom Anfangsfeld aus

fairness-intro = Vor dem ersten Zug hat der Server seine geheime Zahl unter diesem Fingerabdruck versiegelt. Dein Browser hat eine eigene beigesteuert. Erst beide zusammen bestimmen Farben und Aufstellung; allein konnte sie niemand wählen.
fairness-commitment = Fingerabdruck der geheimen Zahl
fairness-later = Nach der Partie wird das Geheimnis veröffentlicht, und du kannst die Auslosung hier nachrechnen.
fairness-verify = Auslosung prüfen
fairness-limits = Das beweist: Niemand hat sich die Auslosung ausgesucht. Nicht beweisen lässt sich, dass der Betreiber des Servers sie nicht angesehen hat.

## Ergebnis

result-line = { $result }: { $reason }.
result-white = Weiß gewinnt
result-black = Schwarz gewinnt
result-draw = Remis
result-aborted = Nicht gewertet
reason-checkmate = Schachmatt
reason-stalemate = Patt
reason-repetition = dreimal dieselbe Stellung
reason-fifty_moves = fünfzig Züge ohne Fortschritt
reason-dead_position = keine Seite kann mehr mattsetzen
reason-resignation = Aufgabe
reason-deal_broken = die Auslosung wurde nicht abgeschlossen
reason-rules_changed = die Regeln dieses Spiels wurden geändert
reason-expired = neunzig Tage ohne Zug
verdict-won = Du hast gewonnen
verdict-lost = Du hast verloren
verdict-draw = Remis
verdict-aborted = Die Partie zählt nicht
again = Noch einmal so
again-swapped = Gleiche Aufstellung, Farben getauscht
verify-this = Auslosung prüfen
look-at-board = Brett ansehen

## Auslosung prüfen

verify-title = Auslosung prüfen
verify-intro = Zu jeder beendeten Partie gibt es ein Protokoll mit den veröffentlichten Geheimnissen. Dein Browser rechnet daraus selbst nach, welche Farben und Figuren herauskommen mussten.
verify-record = Protokoll der Auslosung
verify-file = Datei öffnen
verify-check = Prüfen
verify-save = Protokoll speichern
verify-ok = Die Auslosung stimmt: Alles folgt aus den versiegelten Geheimnissen
verify-failed = Die Auslosung stimmt nicht
check-passed = : stimmt
check-not-passed = : stimmt nicht
check-detail = erwartet { $expected }, gefunden { $found }
check-algorithm = Bekanntes Verfahren
check-variant = Die Regeldatei des Spiels ist die angegebene
check-commitment = Das Geheimnis des Servers passt zu seinem Fingerabdruck
check-contributors = Die Beiträge stammen von den Spielern
check-contribution = Beitrag { $number } passt zu seinem Fingerabdruck
check-deal = Die Auslosung lässt sich nachrechnen
check-colour = Farben wie ausgelost
check-white = Weiße Aufstellung wie ausgelost
check-black = Schwarze Aufstellung wie ausgelost
check-start = Der Rest der Startstellung, wie die Regeln es vorgeben
check-noted = Der Fingerabdruck des Servers ist der, den dieser Browser vor der Partie notiert hat
check-noted-own = Dein Beitrag ist der, den dieser Browser erzeugt hat
check-seen = Was du in der Partie gesehen hast, passt zu dieser Auslosung

## Figuren

kind-king = König
kind-queen = Dame
kind-rook = Turm
kind-bishop = Läufer
kind-knight = Springer
kind-pawn = Bauer
kind-archbishop = Erzbischof
kind-chancellor = Kanzler
kind-cannon = Kanone
kind-minister = Minister
kind-prime-minister = Premierminister
kind-ajax-rook = Ajax-Turm
kind-ajax-bishop = Ajax-Läufer
kind-ajax-knight = Ajax-Springer
kind-back = verdeckte Figur

## Fehler

error-title = Das hat nicht geklappt
error-offline = Der Server antwortet nicht. Steht deine Verbindung?
error-unreadable_answer = Der Server gab eine Antwort, die diese Seite nicht lesen kann (Status { $status }).
error-unknown_game = Unter dieser Adresse gibt es keine Partie.
error-unknown_variant = Der Server kennt dieses Spiel nicht.
error-unknown_level = Auf dieser Stufe spielt der Computer nicht.
error-unknown_set = Diese Auswahl von Aufstellungen gibt es nicht.
error-unknown_number = Diese Nummer gehört nicht zur gewählten Auswahl von Aufstellungen.
error-not_your_game = Diese Partie gehört jemand anderem. Nur wer sie spielt, kann sie öffnen.
error-game_running = Die Partie läuft noch; was verdeckt ist, bleibt verdeckt.
error-game_over = Die Partie ist zu Ende.
error-bad_message = Der Server konnte die Nachricht nicht lesen.
error-illegal_action = { $action } ist hier nicht möglich. Das Brett steht wie zuvor.
error-stale_ply = Die Stellung hatte sich schon geändert. Das Brett steht wie zuvor.
error-rate_limited = Zu viele Anfragen. Bitte warte einen Augenblick.
error-unsupported_protocol = Der Server spricht eine andere Version. Bitte lade die Seite neu.
error-wrong_origin = Die Anfrage kam von einer anderen Seite und wurde abgewiesen.
error-connection_closed = Der Server hat die Verbindung geschlossen. Bitte lade die Seite neu.
error-no_deal = Diese Partie wurde ohne Auslosung beendet oder aufgebaut; es gibt nichts zu prüfen.
error-unreadable_game = Das Protokoll dieser Partie lässt sich nicht genau nachspielen; darum wird sie nicht gezeigt.
error-too_large = Das ist länger, als der Server annimmt.
error-not_found = Unter dieser Adresse gibt es nichts.
error-not_a_record = Das ist kein lesbares Protokoll einer Auslosung.
error-internal = Der Server hat versagt. Bitte versuche es noch einmal.
error-other = Etwas ist fehlgeschlagen ({ $code }).

## Am Tisch mit anderen

table-you-too = (du)
table-label-bot = Bot
table-label-computer = Computer
table-label-guest = Gast
table-rating = Wertung zu Beginn dieser Partie
table-rating-uncertain = Wertung zu Beginn dieser Partie, noch unsicher
table-here = ist da
table-away = Die andere Seite ist fort

table-clock-of = Uhr von { $side }:
table-clock-days = { $days } T { $hours } Std
table-clock-hours = { $hours } Std { $minutes } Min
table-clock-paused = Die Uhren stehen
table-clock-free = { $seconds ->
    [one] Die erste Sekunde dieses Zugs ist noch frei
   *[other] { $seconds } Sekunden dieses Zugs sind noch frei
  }
table-clock-lag = { $seconds } s für die Verzögerung der Verbindung gutgeschrieben
table-time-left = Du hast noch { $seconds } Sekunden
table-move-left = danach noch { $time }
table-limit-first_move = Zeit für den ersten Zug:
table-limit-secret_choice = Zeit für die Wahl:
table-limit-opening = Zeit, die Auslosung zu öffnen:
table-paused = Der Server war fort. Die Uhren stehen, bis { $side } zurück ist, höchstens eine halbe Minute.
table-paused-own = Der Server war fort. Die Uhren stehen, bis du zurück bist, höchstens eine halbe Minute.

table-rated = Gewertet
table-casual = Ungewertet
table-private = Privat

table-status-thinking = { $name } ist am Zug
table-status-thinking-check = Schach. { $name } ist am Zug
table-status-waiting-square = { $name } wählt ein Feld
table-status-turn = { $side } ist am Zug
table-status-turn-check = { $side } ist am Zug und steht im Schach
table-status-both-choose = Beide Seiten wählen ihre geheimen Felder
table-title-badge = ● { $title }
table-watching = { $count ->
    [one] Eine Person schaut zu
   *[other] { $count } schauen zu
  }
table-one-behind = Du siehst diese Partie einen Zug später.

table-more = Angebote und Grüße
table-offer-draw = Remis anbieten
table-offer-takeback = Um Rücknahme bitten
table-offered-draw = Dein Gegner bietet Remis
table-offered-takeback = Dein Gegner möchte den letzten Zug zurücknehmen
table-offering-draw = Du bietest Remis
table-offering-takeback = Du möchtest den letzten Zug zurücknehmen
table-declined-draw = Dein Remisangebot ist vom Tisch
table-declined-takeback = Es wird nichts zurückgenommen
table-taken-back = Der letzte Zug wurde zurückgenommen
table-accept = Annehmen
table-decline = Ablehnen
table-claim-in = Gegner fort. Fordern in { $seconds } s
table-claim-now = Dein Gegner ist fort
table-claim-win = Sieg fordern
table-claim-draw = Remis fordern
table-abort = Abbrechen
table-abort-question = Diese Partie abbrechen?
table-abort-explained = Sie endet ohne Ergebnis. Wer oft abbricht, darf eine Weile keine gewerteten Partien beginnen.
table-resign-explained = Dein Gegner gewinnt.

table-submit = Absenden
table-submit-back = Zurück
table-submit-question = { $move } absenden?
table-confirm-setting = Jeden Zug erst mit einem zweiten Klick absenden, bei

table-say = Deinem Gegner sagen
table-mute = Grüße stummschalten
table-says = { $side } sagt: { $phrase }
table-phrase-hello = Hallo!
table-phrase-good_luck = Viel Glück!
table-phrase-have_fun = Viel Spaß!
table-phrase-well_played = Gut gespielt
table-phrase-thanks = Danke
table-phrase-good_game = Schöne Partie
table-phrase-oops = Hoppla!
table-phrase-one_moment = Einen Moment bitte
table-phrase-goodbye = Auf Wiedersehen

table-tab-plan = Plan
table-plan-intro = Während du wartest, kannst du im Voraus sagen, was du antwortest. Spielt dein Gegner, was du vorhergesehen hast, wird deine Antwort sofort gespielt.
table-plan-none = Nichts ist geplant.
table-plan-if = Wenn { $action },
table-plan-then = dann { $action }.
table-plan-theirs = Wenn dein Gegner spielt
table-plan-mine = antworte ich
table-plan-example = e7e5
table-plan-add = Hinzufügen
table-plan-longer = Und dann …
table-plan-remove = { $line } entfernen
table-plan-hint = Ausgangs- und Zielfeld, bei einer Umwandlung mit Buchstabe: e7e8q. Die Rochade ist das Feld des Königs und das des Turms. Kommt etwas ans Licht, das nicht vorhergesehen war, fällt der ganze Plan weg.
table-plan-later = Planen kannst du, während dein Gegner am Zug ist.
table-plan-hint-secret = Hier kann sich eine Figur zeigen: schreibe dazu, was du erwartest, etwa b7b5~n für einen Springer.
table-plan-cancelled = Deine geplanten Züge sind weggefallen, weil etwas Unvorhergesehenes kam.
table-plan-unreadable = „{ $action }“ ist kein Zug. Es braucht zwei Felder, etwa e7e5.
table-plan-contradicts = Darauf hast du schon eine andere Antwort geplant.

table-knowledge = Gesehen mit dem Wissen von
table-knowledge-public = Allen
table-knowledge-truth = Wahrheit
table-pools-at-end = Was du am Ende wusstest:

table-deal-waiting = Warten auf die andere Person …
table-deal-elsewhere = Dein Teil der Auslosung liegt in dem Browser, in dem du diese Partie vorgeschlagen hast. Öffne die Partie dort, um zu beginnen.

table-free-rematch_same = Revanche: gleiche Stellung, Farben getauscht
table-free-rematch_new = Revanche: neu ausgelost
table-own-rematch_same = Du schlägst die gleiche Stellung mit getauschten Farben vor
table-own-rematch_new = Du schlägst eine neue Auslosung vor
table-theirs-rematch_same = Annehmen: gleiche Stellung, Farben getauscht
table-theirs-rematch_new = Annehmen: neu ausgelost
table-rematch-waiting = Warten auf die Antwort deines Gegners …
table-rating-change = { $name }: { $before } → { $after } ({ $change })

table-drawn-flag = die Zeit ist abgelaufen, doch die andere Seite hätte nicht mattsetzen können
table-drawn-abandoned = eine Seite ist ferngeblieben
reason-flag = die Zeit ist abgelaufen
reason-agreement = vereinbart
reason-abandoned = eine Seite ist ferngeblieben
reason-aborted = vor dem ersten Zug abgebrochen
reason-not_started = ein erster Zug kam nicht rechtzeitig
reason-no_choice = ein geheimes Feld wurde nicht rechtzeitig gewählt
reason-by_host = vom Betreiber beendet
error-not_now = Das ist gerade nicht möglich.
