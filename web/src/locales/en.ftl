# The whole client in English. Keys that end in data (kind-…, reason-…, error-…, check-…) follow the wire's codes.

brand = Backrank
brand-home = Backrank, to the first page
page-title = { $page } · Backrank
language = Language
language-en = English
language-de = Deutsch (German)
theme-switch = Colours: { $theme }
theme-auto = as the system
theme-light = light
theme-dark = dark
settings = Settings
setting-one-click-turn = Turn pieces up with one click
setting-one-click-turn-explained = Otherwise the first click selects a face-down piece and the second, or Enter, turns it up.
done = Done
verify-link = Check a deal
loading = Loading …
connecting = Connecting to the game …
try-again = Try again
to-lobby = To the first page
missing-title = There is no such page
understood = Understood
cancel = Cancel
close = Close

## First page

lobby-title = Chess games of chance and secrecy
lobby-intro = Face-down pieces that nobody has seen, shuffled armies, wider boards: play against the computer at once, without an account. Every draw can be checked afterwards.
my-games = Your games
my-games-more = { $count ->
    [one] { $count } more game
   *[other] { $count } more games
  }
new-game = Against the computer
level = Opponent
level-option = { $strongest ->
    [yes] Computer, level { $level } (strongest)
   *[no] Computer, level { $level }
  }
colour = You play
colour-white = White
colour-black = Black
colour-random = Random
play = Play
play-named = Play { $game }
trait-board = { $files } × { $ranks } board
trait-dressed = Face-down pieces in disguise
trait-face-down = Blank face-down pieces
trait-random = One of { $size } start positions
trait-hands = Pieces in hand to bring in
trait-secret-kings = Kings on secret squares
trait-fixed = Fixed start position
array-choice = Choose the start position
array-set = Set
array-set-option = { $name } ({ $size } positions)
array-number = Number ({ NUMBER($lowest, useGrouping: 0) } to { NUMBER($highest, useGrouping: 0) })
array-any = random
footer-fair = Free software. The shuffle is fixed by server and player together before the first move, and can be recomputed after the game.

## Game page

game-title = A game of { $game }
game-closed-title = This game cannot be opened
unknown-variant = This game follows rules ({ $variant }) that this page does not know.
board-area = Board and players
board-label = Board, { $game }
side-panel = About this game
tab-moves = Moves
tab-hidden = Hidden
tab-rules = Rules
tab-fairness = Fair deal
you = You
computer = Computer, level { $level }
has-the-move = ({ $side } to move)
side-white = White
side-black = Black
side-spectator = Spectator

status-dealing = The pieces are being shuffled …
status-sending = Your action is on its way …
status-your-move = Your move
status-your-move-check = You are in check. Your move
status-thinking = The computer is thinking
status-thinking-check = Check. The computer is thinking
status-late-promotion = It was a pawn: choose what it becomes
status-choose-square = Choose a square to hide your king
status-waiting-square = The computer is choosing its square
secret-choosing = { $own ->
    [yes] are choosing
   *[no] is choosing
  }
secret-chosen = { $own ->
    [yes] have chosen
   *[no] has chosen
  }
shade-candidates = { $count ->
    [one] Show the one square where the other king can be
   *[other] Show the { $count } squares where the other king can be
  }
shade-kings = { $count ->
    [one] Show the one square where a hidden king can be
   *[other] Show the { $count } squares where hidden kings can be
  }
choose-promotion = Choose
live = Live
to-the-end = To the end

actions = Game
step-first = To the start
step-back = One step back
step-forward = One step forward
step-last = To the latest position
flip-board = Turn the board
resign = Resign
resign-question = Resign this game?
resign-explained = The computer wins, and what was hidden becomes public.
resign-yes = Resign
resign-no = Play on
result = Result

link-lost = The connection is lost.
link-lost-pending = The connection is lost. Your action will be sent again.
link-retry = { $seconds ->
    [one] Next attempt in { $seconds } second
   *[other] Next attempt in { $seconds } seconds
  }
link-trying = Trying to connect …
link-now = Connect now

## Squares, for screen readers

square-empty = empty
square-piece = { $side } { $kind }
square-piece-truth = { $side } { $kind }, still face down
square-piece-dressed = { $side }, face down, dressed as { $kind }
square-piece-back = { $side }, face down
square-selected = selected
square-target = possible target
square-last-move = last move
square-check = in check
square-offered = may be chosen
square-hidden-king = the { $side } king hides here
square-candidate = the other king may hide here

## Choosing what a pull means

choose-title = What do you want to play?
choose-promotion-title = The pawn becomes
choose-late-promotion-title = It was a pawn. It becomes
choose-gate-title = Bring a piece in?
choose-gate = { $kind } on { $square }
choose-plain = No piece
without-minister = No Minister
stay-flip = Turn it up
stay-secret_square = Hide here
stay-other = { $text }

## Moves and news

no-moves = No moves yet.
start-number = Start position { NUMBER($number, useGrouping: 0) }
move-number = { $number }.
move-missing = …
announce-move = { $side } played { $move }
announce-check = Check
announce-hides = { $side } has chosen a secret square
announce-hides-on = { $side } has chosen { $square } in secret
move-hides = hides
move-hides-on = hides on { $square }
announce-dealt = The pieces are shuffled. The game begins
reveal-turned-up = { $square } turned up: { $kind }
reveal-turned-up-dressed = { $dress }? { $from } turned up: { $kind }
reveal-captured-openly = The piece captured on { $square } was a face-down { $kind }
reveal-captured-privately = Only you know: the piece captured on { $square } was a { $kind }
reveal-king-appeared = The { $side } king appears on { $square }

captured-label = Captured { $side } pieces
captured-unknown = { $count ->
    [one] a face-down piece, unknown to you
   *[other] { $count } face-down pieces, unknown to you
  }
captured-face-down = { $count ->
    [one] { $kind }, captured face down
   *[other] { $count } × { $kind }, captured face down
  }
captured-face-up = { $count ->
    [one] { $kind }
   *[other] { $count } × { $kind }
  }
hand-label = { $side } pieces in hand
hand-piece = { $count ->
    [one] { $kind } in hand
   *[other] { $count } × { $kind } in hand
  }

## The game to take along

share-title = Share
share-seen = While the game goes on, its PGN holds what you have seen and nothing else.
share-truth = The game is over: its PGN holds everything, with the record of the deal.
share-download = Download PGN
share-copy-pgn = Copy PGN
share-copy-fen = Copy FEN
share-copied = Copied.
share-by-hand = This browser does not let the page copy. Here is the text, selected:
share-text = Text to copy

## What can still be hidden

pool-own = Your face-down pieces ({ $side })
pool-other = Face-down pieces of { $side }
pool-line = { $down ->
    [0] No piece lies face down.
    [one] { $down } piece lies face down. It is one of these { $total }:
   *[other] { $down } pieces lie face down, drawn from these { $total }:
  }
pool-larger = { $more ->
    [one] { $more } of them was captured unseen by you.
   *[other] { $more } of them were captured unseen by you.
  }
pool-kind = Piece
pool-count = How many
pool-chance = Chance for each face-down piece
pool-explained = The chance holds for each single face-down piece, by all that you have seen.
odds-exact = { $count } of { $total }
odds-share = { $share }

## Rules and fairness

rules-title = How this game works
rules-missing = There is no page about this game yet.
board-of = Board: { $pieces }
kinds-title = What can the pieces do?
kinds-hint = On the board: right click or hold a piece, or press ? on its square.

## What a piece can do

piece-yours = Yours ({ $side })
piece-theirs = Your opponent’s ({ $side })
piece-on = {", on "}{ $square }
piece-dressed = dressed as { $kind }, and moves as one
piece-blank = While it lies face down nobody knows what it is, so its moves cannot be drawn.
piece-undrawn = These moves cannot be drawn here. In Betza’s notation: { $betza }
piece-may-be = It may turn out to be
moves-both = moves and captures
moves-move = moves only
moves-capture = captures only
moves-hop = moves and captures by jumping over exactly one piece
moves-hop-move = moves by jumping over exactly one piece
moves-hop-capture = captures by jumping over exactly one piece
moves-ray = as far as the way is free
moves-initial = only from where it starts
moves-initial-quiet = a move only from where it starts

fairness-intro = Before the first move the server sealed its secret number under this fingerprint. Your browser added its own. Both together fix colours and shuffle, so neither side could choose them.
fairness-commitment = Fingerprint of the server’s secret
fairness-later = When the game is over the secret is published and you can recompute the deal here.
fairness-verify = Check the deal
fairness-limits = What this proves: nobody chose the draw. What it cannot prove: that the host of the server did not look at it.

## Result

result-line = { $result }: { $reason }.
result-white = White wins
result-black = Black wins
result-draw = Draw
result-aborted = Not counted
reason-checkmate = checkmate
reason-stalemate = stalemate
reason-repetition = third repetition of the position
reason-fifty_moves = fifty moves without progress
reason-dead_position = neither side can give mate
reason-resignation = resignation
reason-deal_broken = the deal was not completed
reason-rules_changed = the rules of this game were changed
reason-expired = ninety days without a move
verdict-won = You won
verdict-lost = You lost
verdict-draw = A draw
verdict-aborted = The game does not count
again = Same settings again
again-swapped = Same start, colours swapped
verify-this = Check the deal
look-at-board = Look at the board

## Checking a deal

verify-title = Check a deal
verify-intro = Every finished game has a record with the published secrets. Your browser recomputes from it, by itself, which colours and pieces had to come out.
verify-record = Record of the deal
verify-file = Open a file
verify-check = Check
verify-save = Save the record
verify-ok = The deal is right: everything follows from the sealed secrets
verify-failed = The deal is not right
check-passed = : right
check-not-passed = : wrong
check-detail = expected { $expected }, found { $found }
check-algorithm = Known procedure
check-variant = The game’s rules file is the one stated
check-commitment = The server’s secret fits its fingerprint
check-contributors = The contributions are those of the players
check-contribution = Contribution { $number } fits its fingerprint
check-deal = The deal can be recomputed
check-colour = Colours as drawn
check-white = White’s start position as drawn
check-black = Black’s start position as drawn
check-start = The rest of the start position as the rules say
check-noted = The server’s fingerprint is the one that this browser noted before play
check-noted-own = Your contribution is the one that this browser made
check-seen = What you saw in the game fits this deal

## Pieces

kind-king = king
kind-queen = queen
kind-rook = rook
kind-bishop = bishop
kind-knight = knight
kind-pawn = pawn
kind-archbishop = archbishop
kind-chancellor = chancellor
kind-cannon = cannon
kind-minister = minister
kind-prime-minister = prime minister
kind-ajax-rook = Ajax rook
kind-ajax-bishop = Ajax bishop
kind-ajax-knight = Ajax knight
kind-back = face-down piece

## Errors

error-title = That did not work
error-offline = The server does not answer. Is your connection up?
error-unreadable_answer = The server gave an answer that this page cannot read (status { $status }).
error-unknown_game = There is no game with this address.
error-unknown_variant = The server does not know this kind of game.
error-unknown_level = The computer does not play at this level.
error-unknown_set = There is no such set of start positions.
error-unknown_number = This number is not in the chosen set of start positions.
error-not_your_game = This game belongs to somebody else. Only its player can open it.
error-game_running = The game is still running; what is hidden stays hidden.
error-game_over = The game is over.
error-bad_message = The server could not read the message.
error-illegal_action = { $action } is not possible here. The board is as before.
error-stale_ply = The position had changed already. The board is as before.
error-rate_limited = Too many requests. Please wait a moment.
error-unsupported_protocol = The server speaks another version. Please load the page again.
error-wrong_origin = The request came from another site and was refused.
error-connection_closed = The server closed the connection. Please load the page again.
error-no_deal = This game was ended or set up without a deal; there is nothing to check.
error-unreadable_game = The log of this game cannot be replayed exactly, so it is not shown.
error-too_large = That is longer than the server takes.
error-not_found = There is nothing at this address.
error-not_a_record = This is not a readable record of a deal.
error-internal = The server failed. Please try again.
error-other = Something failed ({ $code }).

## At the table with other people

table-you-too = (you)
table-label-bot = bot
table-label-computer = computer
table-label-guest = guest
table-rating = Rating at the start of this game
table-rating-uncertain = Rating at the start of this game, still uncertain
table-here = is here
table-away = The other side is away

table-clock-of = Clock of { $side }:
table-clock-days = { $days } d { $hours } h
table-clock-hours = { $hours } h { $minutes } min
table-clock-paused = The clocks stand
table-clock-free = { $seconds ->
    [one] The first second of this turn is still free
   *[other] { $seconds } seconds of this turn are still free
  }
table-clock-lag = { $seconds } s credited for the delay of the connection
table-time-left = You have { $seconds } seconds left
table-move-left = { $time } left
table-limit-first_move = Time for the first move:
table-limit-secret_choice = Time to choose:
table-limit-opening = Time to open the deal:
table-paused = The server was away. The clocks stand until { $side } is back, at most half a minute.
table-paused-own = The server was away. The clocks stand until you are back, at most half a minute.

table-rated = Rated
table-casual = Casual
table-private = Private

table-status-thinking = { $name } is to move
table-status-thinking-check = Check. { $name } is to move
table-status-waiting-square = { $name } is choosing a square
table-status-turn = { $side } to move
table-status-turn-check = { $side } to move, in check
table-status-both-choose = Both sides choose their secret squares
table-title-badge = ● { $title }
table-watching = { $count ->
    [one] One is watching
   *[other] { $count } are watching
  }
table-one-behind = You see this game one move behind.

table-more = Offers and phrases
table-offer-draw = Offer a draw
table-offer-takeback = Ask to take back
table-offered-draw = Your opponent offers a draw
table-offered-takeback = Your opponent asks to take the last move back
table-offering-draw = You offer a draw
table-offering-takeback = You ask to take the last move back
table-declined-draw = Your draw offer is off the table
table-declined-takeback = Nothing is taken back
table-taken-back = The last move was taken back
table-accept = Accept
table-decline = Decline
table-claim-in = Opponent away. You may claim in { $seconds } s
table-claim-now = Your opponent is away
table-claim-win = Claim win
table-claim-draw = Claim draw
table-abort = Abort
table-abort-question = Abort this game?
table-abort-explained = It ends without a result. Whoever aborts often is kept from rated games for a while.
table-resign-explained = Your opponent wins.

table-submit = Submit
table-submit-back = Back
table-submit-question = Submit { $move }?
table-confirm-setting = Submit each move with a second click, in

table-say = Say to your opponent
table-mute = Mute phrases
table-says = { $side } says: { $phrase }
table-phrase-hello = Hello!
table-phrase-good_luck = Good luck!
table-phrase-have_fun = Have fun!
table-phrase-well_played = Well played
table-phrase-thanks = Thank you
table-phrase-good_game = Good game
table-phrase-oops = Oops!
table-phrase-one_moment = One moment, please
table-phrase-goodbye = Goodbye

table-tab-plan = Plan
table-plan-intro = While you wait you can say in advance what you will answer. If your opponent plays what you foresaw, your answer is played at once.
table-plan-none = Nothing is planned.
table-plan-if = If { $action },
table-plan-then = then { $action }.
table-plan-theirs = If your opponent plays
table-plan-mine = then I answer
table-plan-example = e7e5
table-plan-add = Add
table-plan-longer = And then …
table-plan-remove = Remove { $line }
table-plan-hint = Squares from and to, with a letter for a promotion: e7e8q. Castling is the king’s square and the rook’s. If anything comes to light that was not foreseen, the whole plan is dropped.
table-plan-later = You can plan while your opponent is to move.
table-plan-hint-secret = Here a piece may show itself: write what you expect it to be, such as b7b5~n for a knight.
table-plan-cancelled = Your planned moves were dropped, because something unforeseen came.
table-plan-unreadable = “{ $action }” is no move. It needs two squares, such as e7e5.
table-plan-contradicts = You have already planned another answer to that.

table-knowledge = Seen with the knowledge of
table-knowledge-public = Public
table-knowledge-truth = The truth
table-pools-at-end = What you knew at the end:

table-deal-waiting = Waiting for the other player …
table-deal-elsewhere = Your part of the shuffle is kept in the browser in which you proposed this game. Open the game there to begin.

table-free-rematch_same = Rematch: same position, colours swapped
table-free-rematch_new = Rematch: new deal
table-own-rematch_same = You propose the same position, colours swapped
table-own-rematch_new = You propose a new deal
table-theirs-rematch_same = Accept: same position, colours swapped
table-theirs-rematch_new = Accept: new deal
table-rematch-waiting = Waiting for your opponent’s answer …
table-rating-change = { $name }: { $before } → { $after } ({ $change })

table-drawn-flag = time ran out, but the other side could not have mated
table-drawn-abandoned = a player stayed away
reason-flag = time ran out
reason-agreement = agreed
reason-abandoned = a player stayed away
reason-aborted = aborted before the first move
reason-not_started = a first move did not come in time
reason-no_choice = a secret square was not chosen in time
reason-by_host = ended by the host
error-not_now = That is not possible at the moment.
