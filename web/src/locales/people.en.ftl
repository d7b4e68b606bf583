# Playing each other: accounts, lobby, pages about people and games. Keys that end in data follow the wire's codes.

## Around every page

navigation = Pages
menu = Menu
nav-dashboard = Your games
nav-lobby = Play
nav-watch = Watch
nav-archive = Archive
nav-statistics = Statistics
nav-leaderboards = Leaders
nav-account = Account of { $name }
nav-notices = { $unread ->
    [0] Notices
    [one] Notices, { $unread } unread
   *[other] Notices, { $unread } unread
  }
badge-many = 99+
title-unread = ({ $count }) { $title }
announcements = Announcements
news = News
save = Save
remove = Remove
search = Search
filter = Filter
filter-clear = Show all
all = all
any = any
nothing = –
accept = Accept
accept-of = Accept { $name }’s game
decline = Decline
withdraw = Withdraw
look-at = Look at it
copied = Copied
not-copied = Not copied: select the text and copy it yourself
as-table = As a table
date = Date
go-on = Go on

## Players, clocks, games in lists

player = Player
player-bot = Bot
player-closed = closed account
rating = { NUMBER($rating, useGrouping: 0) }
rating-provisional = { NUMBER($rating, useGrouping: 0) }?
rating-word = Rating
game = Game
games = Games
clock = Clock
speed = Speed
kind-of-game = Kind
rated = rated
casual = casual
colour-word = Colour
speed-bullet = Bullet
speed-blitz = Blitz
speed-rapid = Rapid
speed-classical = Classical
speed-correspondence = Correspondence
speed-untimed = Without clock
clock-untimed = no clock
clock-live = { $minutes } + { $increment }
clock-live-delay = { $minutes } + { $increment }, { $delay } s delay
clock-days = { $days ->
    [one] { $days } day a move
   *[other] { $days } days a move
  }
clock-minutes = Minutes
clock-increment = Increment (s)
clock-delay = Delay (s)
clock-days-label = Time for each move
clock-is = Speed: { $speed }
pace-live = In one sitting
pace-days = Correspondence
tile-open-deal = Waits for you to open the deal
tile-dealing = The pieces are being shuffled
tile-your-turn = Your move
tile-your-turn-until = Your move, { $until } at the latest
tile-turn = { $side } to move, { $ply ->
    [one] { $ply } action
   *[other] { $ply } actions
  }

## Accounts

sign-in = Sign in
sign-up = Make an account
sign-out = Sign out
sign-up-intro = A name and a password suffice. What you have played as a guest stays yours.
sign-up-why = With an account you find opponents in the lobby and play for rating.
sign-in-games = What you have played as a guest in this browser moves to your account.
no-account = No account yet?
have-account = Have an account already?
name = Name
name-hint = 2 to 20 letters, digits, “-” or “_”, beginning with a letter
password = Password
password-hint = { $minLength } to { $maxLength } characters
password-old = Present password
password-new = New password
password-set = Set the new password
password-is-set = The new password is set. All other sessions have ended.
password-change = Change the password
password-changed = The password is changed. All other sessions have ended.
password-forgotten = Forgotten your password?
show-password = Show the password
welcome = Welcome, { $name }!
recovery-codes = Your recovery codes
recovery-codes-explained = { $count ->
    [one] If you forget your password, this code lets you set a new one. It is shown only now: keep it where only you can find it.
   *[other] If you forget your password, each of these { $count } codes lets you set a new one, once. They are shown only now: keep them where only you can find them.
  }
recovery-code = Recovery code
recovery-code-hint = One of the codes that you saved when you made the account
copy-codes = Copy the codes
save-codes = Save as a file
codes-file = backrank-codes-{ $name }.txt
codes-saved = I have saved them
forgotten-by-code = With a recovery code
forgotten-by-mail = With a link by mail
forgotten-send = Send the link
forgotten-sent = If this account has a verified mail address, a link is on its way there.
forgotten-no-mail = This server sends no mail. Without a recovery code, only its host can help: ask for a link to set a new password.
reset-title = Set a new password
link-incomplete = This link is incomplete. Copy the whole address from the mail.
email = Mail address
email-address = Address
email-hint = Leave it empty to remove it
email-explained = Only for a new password and for a digest, once a day at most, of games in which it is your move. Nobody sees it.
email-no-mail = This server sends no mail, so it needs no address of yours.
email-verified = { $email }, verified
email-unverified = { $email }, not verified yet: follow the link in the mail
email-sent = A mail is on its way. Follow the link in it.
email-removed = The address is removed.
email-verify-title = Verify your mail address
email-verify = Verify the address
email-verify-explained = Was it you who gave this address? Then one click is left.
email-is-verified = The address is verified.
account = Account
account-of = Signed in as { $name }
to-account = To your account
own-page = Your public page
own-data = Your data
sessions = Sessions
sessions-explained = Browsers in which you are signed in.
session-unnamed = Unnamed browser
session-current = This browser
session-seen = Last seen { $when }
session-end = End
session-end-named = End the session of { $agent }
sessions-end-others = End all the others
vacation = Vacation
vacation-explained = While you are away, your clocks in correspondence stand still.
vacation-left = { $days ->
    [0] No day is left this year.
    [one] { $days } day is left this year.
   *[other] { $days } days are left this year.
  }
vacation-days = Days
vacation-begin = Begin now
vacation-end = End the vacation
vacation-until = You are on vacation until { $until }.
vacation-now = You are on vacation: your clocks in correspondence stand still.
bots = Bots
bots-explained = Programs that play under a name of their own. They are always labelled, and games with them never touch anybody’s rating against people.
bot-name = Name of the bot
bot-make = Make a bot
bot-token-explained = This is the token of { $name }. It is shown only now, and whoever has it plays as the bot.
copy-token = Copy the token
bot-remove-named = Remove { $name }
bot-remove-question = Remove { $name }?
bot-remove-warning = Its token ends at once, and its running games are lost. This cannot be undone.
blocks = Blocked players
blocks-explained = You do not meet them in pairing, and they can neither challenge you nor take your open games.
blocks-none = You have blocked nobody.
block = Block
unblock = Unblock
unblock-named = Unblock { $name }
export = Download my data
export-explained = Everything that this server keeps about you, and your games as you saw them, as one file.
close-account = Delete the account
close-account-explained = Deleting removes name, password, address and ratings. Your games stay, without your name.
close-account-question = Delete the account { $name }?
close-account-warning = Running games are lost. This cannot be undone.

## Lobby

lobby-title-account = Find a game
lobby-numbers = { $online ->
    [one] { $online } person is here
   *[other] { $online } people are here
  }, { $playing ->
    [0] no public game is running.
    [one] { $playing } public game is running.
   *[other] { $playing } public games are running.
  }
pairing = Quick pairing
pairing-explained = Choose a clock and the next person near your rating who does the same is your opponent. Always rated.
pairing-paused = Too many of your last games were aborted. Rated pairing is paused until { DATETIME($until, timeStyle: "short") }.
pool-waiting = { $count ->
    [one] { $count } waits
   *[other] { $count } wait
  }
bot-wish = If nobody comes
bot-wish-offer = offer me a bot
bot-wish-start = start against a bot
bot-wish-never = go on waiting for a person
bot-stake = A person is looked for first. Against a bot, which is always labelled, only your rating against bots is at stake.
pairing-looking = { $game }, { $clock }:
pairing-waiting = You are waiting for an opponent
pairing-bot_offered = Nobody has come yet. A bot is offered
pairing-bot-in = looking for a person. { $seconds ->
    [0] A bot comes into question now.
    [one] A bot comes into question in { $seconds } second.
   *[other] A bot comes into question in { $seconds } seconds.
  }
pairing-bot-starts = looking for a person. { $seconds ->
    [0] The game against a bot begins now.
    [one] Otherwise a bot plays in { $seconds } second.
   *[other] Otherwise a bot plays in { $seconds } seconds.
  }
pairing-people-only = looking for a person, and only for a person.
pairing-bot-offered = still looking for a person. This one would play at once:
pairing-play-bot = Play the bot
pairing-leave = Stop waiting
seeks = Open games
seeks-none = Nobody is offering a game at the moment. Offer one yourself!
seeks-none-such = No open game fits the filter.
range-both = { NUMBER($lowest, useGrouping: 0) } to { NUMBER($highest, useGrouping: 0) }
range-lowest = from { NUMBER($lowest, useGrouping: 0) }
range-highest = up to { NUMBER($highest, useGrouping: 0) }
propose = Propose a game
propose-guest = Play with a friend
propose-to = Who may play
propose-to-seek = Anybody
propose-to-player = One player
propose-to-link = By link
propose-seek = Offer the game
propose-player = Send the challenge
propose-link = Make the link
opponent-name = Name of the player
rated-needs-account = Only with an account
rating-lowest = Rating from
rating-highest = Rating up to
link-explained = Whoever opens the link can play, without an account too if the game is casual. The game stays private.
proposals = Challenges and proposals
proposal-seek = Open game of
proposal-challenge = Challenge by
proposal-invitation = Invitation by
proposal-rematch_same = Rematch, same position with colours swapped, proposed by
proposal-rematch_new = Rematch, newly dealt, proposed by
proposal-own-seek = Your open game
proposal-own-challenge = Your challenge to
proposal-own-invitation = Your invitation by link
proposal-own-rematch_same = Your rematch, same position with colours swapped, to
proposal-own-rematch_new = Your rematch, newly dealt, to
copy-link = Copy the link
invite-title = Invitation to a game
invite-from = You are invited by
invite-colour = Your colour: { $colour }
invite-guest = You play as { $name }, without an account.
invite-accept = Play against { $name }
invite-rules = The game’s rules stand beside the board.
invite-own = Send this link to whom you want to play.
invite-link = Link
invite-waiting = The game opens here as soon as somebody accepts.
invite-gone-title = This invitation is gone
invite-gone = It was withdrawn, it has expired, or the game has begun.
invite-to-game = To its game
to-lobby-page = To the lobby
find-game = Find a game

## One's own page

dashboard = Your games
dashboard-hello = Hello, { $name }
my-turn = { $count ->
    [0] Your move
   *[other] Your move ({ $count })
  }
my-turn-none = Nobody is waiting for you.
waiting = { $count ->
    [0] Waiting for others
   *[other] Waiting for others ({ $count })
  }
waiting-none = You are waiting for nobody.
finished = Finished
finished-none = No finished games yet.
all-own-games = All your games in the archive
ratings = Ratings
ratings-none = No rated games yet.
rating-of = Rating in
rating-name = { $game }, { $speed }
rating-name-bots = { $game }, { $speed }, against bots
rating-details = ± { $deviation }, after { $games ->
    [one] { $games } game
   *[other] { $games } games
  }
rating-uncertain = Still uncertain.
graph-too-short = The graph begins with the second game.
graph-summary = { $title }: the last { $games } games, from { NUMBER($from, useGrouping: 0) } to { NUMBER($to, useGrouping: 0) }, lowest { NUMBER($lowest, useGrouping: 0) }, highest { NUMBER($highest, useGrouping: 0) }
results = Results
results-none = No results yet.
won = Won
drawn = Drawn
lost = Lost
score = Score

## Players and games of others

player-online = online
player-offline = not online
player-since = here since { $date }
player-games = Latest public games
player-games-none = No public games yet.
player-blocked = You have blocked this player.
all-games = All in the archive
challenge = Challenge
challenge-title = Challenge { $name }
challenge-needs-account = To challenge players you need an account.
report = Report
report-title = Report { $name }
report-why = What is wrong?
report-cheating = Unfair play
report-stalling = Lets time run out or goes away
report-name = Offensive name
report-other = Something else
report-text = What happened? (at most 500 characters)
report-explained = Only the host of this server reads it.
report-send = Send the report
report-sent = Thank you. The host will look at it.
watch-title = Games that are running
watch-intro = You see what everybody may see; what is hidden from one player is hidden from you. Correspondence games are shown one move late.
watch-none = No public game is running at the moment.
watch-archive = Finished games in the archive
archive-title = Archive
archive-from = From
archive-to = Until
archive-none = No game fits.
archive-older = Older games

## Statistics

statistics-of = Statistics: { $game }
statistics-whole = All games
statistics-count = { $games ->
    [one] { $games } decided game
   *[other] { $games } decided games
  }
statistics-none = No decided games yet.
statistics-games = These games in the archive
tally-text = White { $white }, draws { $draws }, Black { $black }
draws = Draws
shares = Shares
rows-more = { $count ->
    [one] { $count } more row
   *[other] { $count } more rows
  }
rating-bound-low = Mean rating from
rating-bound-high = Mean rating up to
rating-band = { NUMBER($low, useGrouping: 0) } to { NUMBER($high, useGrouping: 0) }
by-speed = By speed
by-rating = By rating
by-rating-explained = The mean rating of both players.
by-array = By start position
by-array-explained = The start positions played most. Under { $few } games a share says little.
array = Start position
array-named = No. { NUMBER($number, useGrouping: 0) }
array-favours-white = Best for White: no. { NUMBER($number, useGrouping: 0) } ({ $score } of the points).
array-favours-black = Best for Black: no. { NUMBER($number, useGrouping: 0) } (White has { $score }).
by-first-move = By first move
first-move = First move
by-length = By length
length-plies = Actions
length-range = { $low } to { $high }
length-summary = Length of { $games } games in actions of both sides; most of them, { $count }, have { $most }
leaders-title = Leaders
leaders-of = Leaders in { $game }, { $speed }
leaders-explained = Established ratings of people, best first.
leaders-none = Nobody has an established rating here yet.
rank = Rank

## Notices

notices = Notices
notices-none = Nothing has happened yet.
notice-new = new
notice-your_turn = { $named ->
    [no] It is your move
   *[other] It is your move against { $name }
  }
notice-game_started = { $named ->
    [no] A game has begun
   *[other] Your game with { $name } has begun
  }
notice-game_ended = { $named ->
    [no] A game is over
   *[other] Your game with { $name } is over
  }
notice-challenged = { $named ->
    [no] You are challenged
   *[other] { $name } challenges you
  }
notice-challenge_declined = { $named ->
    [no] Your challenge was declined
   *[other] { $name } has declined your challenge
  }
notice-draw_offered = { $named ->
    [no] You are offered a draw
   *[other] { $name } offers a draw
  }
notice-takeback_offered = { $named ->
    [no] You are asked for a takeback
   *[other] { $name } would like to take a move back
  }
notice-rematch_offered = { $named ->
    [no] You are offered a rematch
   *[other] { $name } would like a rematch
  }
notice-plan_cancelled = { $named ->
    [no] Something unforeseen cancelled your conditional moves
   *[other] Something unforeseen cancelled your conditional moves against { $name }
  }
browser-notices-ask = Also tell me outside the page
browser-notices-unknown = Your browser then shows notices while this page is out of sight.
browser-notices-yes = Your browser shows notices while this page is out of sight.
browser-notices-no = Your browser shows no notices of this page. You can allow them in its settings.
toast-game = Your game has begun
toast-open = To the game

## Errors

error-not_acceptable = You cannot accept this game.
error-unknown_proposal = This proposal is gone.
error-wrong_credentials = There is no account of this name with this password.
error-not_signed_in = You are no longer signed in. Please load the page again.
error-account_needed = For this you need an account.
error-people_only = This is for people, not for bots.
error-banned = The host of this server has banned you until { DATETIME($until, dateStyle: "medium", timeStyle: "short") }.
error-wrong_password = That is not your password.
error-bad_name = A name has 2 to 20 letters, digits, “-” or “_”, and begins with a letter.
error-weak_password = { $why ->
    [short] The password is too short.
    [long] The password is too long.
    [name] The password is your name.
   *[common] The password is one of those that are tried first.
  }
error-bad_email = No mail can be sent to this address.
error-wrong_code = There is no account of this name with this code. Each code is good only once.
error-wrong_link = This link is no longer good.
error-name_taken = Somebody else has this name.
error-has_account = You have an account already.
error-both_at_one_table = As a guest you are playing against this very account. End that game first.
error-games_running = Somebody is waiting for you in a running game. Finish or resign it first.
error-no_mail = This server sends no mail.
error-no_vacation_left = Only { $left } days of vacation are left this year.
error-too_many_bots = Nobody can have more than { $most } bots.
error-restarting = The server is about to be restarted. No new games begin until then.
error-unknown_session = This session has ended already.
error-unknown_bot = There is no such bot.
error-unknown_player = There is no such player.
error-too_many_attempts = Too many attempts. Please wait { $seconds } seconds.
error-own_proposal = This is your own proposal.
error-not_for_you = This is meant for somebody else.
error-casual_only = This can only be played casually.
error-bad_clock = This clock is not possible.
error-too_many_proposals = You have { $most } proposals open already. Withdraw one first.
error-rating_out_of_range = Your rating is not in the range asked for.
error-pairing_paused = Too many of your last games were aborted. Rated games are paused until { DATETIME($until, timeStyle: "short") }.
error-no_rematch = This rematch is not possible.
error-no_bot_offered = No bot is offered any more.
error-bad_token = This token is no bot’s.
error-blocked = You and this player do not play each other.
