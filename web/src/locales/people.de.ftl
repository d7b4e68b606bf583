# Miteinander spielen: Konten, Lobby, Seiten über Leute und Partien. Schlüssel, die mit Daten enden, folgen den Codes des Servers.

## Um jede Seite herum

navigation = Seiten
menu = Menü
nav-dashboard = Deine Partien
nav-lobby = Spielen
nav-watch = Zuschauen
nav-archive = Archiv
nav-statistics = Statistik
nav-leaderboards = Bestenliste
nav-account = Konto von { $name }
nav-notices = { $unread ->
    [0] Nachrichten
    [one] Nachrichten, { $unread } ungelesen
   *[other] Nachrichten, { $unread } ungelesen
  }
badge-many = 99+
title-unread = ({ $count }) { $title }
announcements = Ankündigungen
news = Neues
save = Speichern
remove = Entfernen
search = Suchen
filter = Filter
filter-clear = Alles zeigen
all = alle
any = beliebig
nothing = –
accept = Annehmen
accept-of = Partie von { $name } annehmen
decline = Ablehnen
withdraw = Zurückziehen
look-at = Ansehen
copied = Kopiert
not-copied = Nicht kopiert: Markiere den Text und kopiere ihn selbst
as-table = Als Tabelle
date = Datum
go-on = Weiter

## Spieler, Bedenkzeiten, Partien in Listen

player = Spieler
player-bot = Bot
player-closed = gelöschtes Konto
rating = { NUMBER($rating, useGrouping: 0) }
rating-provisional = { NUMBER($rating, useGrouping: 0) }?
rating-word = Wertung
game = Spiel
games = Partien
clock = Bedenkzeit
speed = Tempo
kind-of-game = Art
rated = gewertet
casual = ungewertet
colour-word = Farbe
speed-bullet = Bullet
speed-blitz = Blitz
speed-rapid = Schnellschach
speed-classical = Klassisch
speed-correspondence = Fernpartie
speed-untimed = Ohne Uhr
clock-untimed = ohne Uhr
clock-live = { $minutes } + { $increment }
clock-live-delay = { $minutes } + { $increment }, { $delay } s Verzögerung
clock-days = { $days ->
    [one] { $days } Tag je Zug
   *[other] { $days } Tage je Zug
  }
clock-minutes = Minuten
clock-increment = Zugabe (s)
clock-delay = Verzögerung (s)
clock-days-label = Zeit für jeden Zug
clock-is = Tempo: { $speed }
pace-live = In einer Sitzung
pace-days = Fernpartie
tile-open-deal = Wartet, dass du die Auslosung öffnest
tile-dealing = Die Figuren werden gemischt
tile-your-turn = Du bist am Zug
tile-your-turn-until = Du bist am Zug, spätestens { $until }
tile-turn = { $side } am Zug, { $ply ->
    [one] { $ply } Zug
   *[other] { $ply } Züge
  }

## Konten

sign-in = Anmelden
sign-up = Konto anlegen
sign-out = Abmelden
sign-up-intro = Ein Name und ein Passwort genügen. Was du als Gast gespielt hast, bleibt deins.
sign-up-why = Mit einem Konto findest du Gegner in der Lobby und spielst um Wertung.
sign-in-games = Was du in diesem Browser als Gast gespielt hast, wandert in dein Konto.
no-account = Noch kein Konto?
have-account = Hast du schon ein Konto?
name = Name
name-hint = 2 bis 20 Buchstaben, Ziffern, „-“ oder „_“, am Anfang ein Buchstabe
password = Passwort
password-hint = { $minLength } bis { $maxLength } Zeichen
password-old = Jetziges Passwort
password-new = Neues Passwort
password-set = Neues Passwort setzen
password-is-set = Das neue Passwort gilt. Alle anderen Sitzungen sind beendet.
password-change = Passwort ändern
password-changed = Das Passwort ist geändert. Alle anderen Sitzungen sind beendet.
password-forgotten = Passwort vergessen?
show-password = Passwort zeigen
welcome = Willkommen, { $name }!
recovery-codes = Deine Notfallcodes
recovery-codes-explained = { $count ->
    [one] Wenn du dein Passwort vergisst, kannst du mit diesem Code ein neues setzen. Er wird nur jetzt gezeigt: Bewahre ihn so auf, dass nur du ihn findest.
   *[other] Wenn du dein Passwort vergisst, kannst du mit jedem dieser { $count } Codes einmal ein neues setzen. Sie werden nur jetzt gezeigt: Bewahre sie so auf, dass nur du sie findest.
  }
recovery-code = Notfallcode
recovery-code-hint = Einer der Codes, die du beim Anlegen des Kontos gespeichert hast
copy-codes = Codes kopieren
save-codes = Als Datei speichern
codes-file = backrank-codes-{ $name }.txt
codes-saved = Ich habe sie gespeichert
forgotten-by-code = Mit einem Notfallcode
forgotten-by-mail = Mit einem Link per Mail
forgotten-send = Link schicken
forgotten-sent = Wenn dieses Konto eine bestätigte Mailadresse hat, ist ein Link dorthin unterwegs.
forgotten-no-mail = Dieser Server verschickt keine Mails. Ohne Notfallcode kann nur sein Betreiber helfen: Bitte ihn um einen Link für ein neues Passwort.
reset-title = Neues Passwort setzen
link-incomplete = Dieser Link ist unvollständig. Kopiere die ganze Adresse aus der Mail.
email = Mailadresse
email-address = Adresse
email-hint = Zum Entfernen leer lassen
email-explained = Nur für ein neues Passwort und für eine Übersicht, höchstens einmal am Tag, der Partien, in denen du am Zug bist. Niemand sieht sie.
email-no-mail = Dieser Server verschickt keine Mails und braucht darum keine Adresse von dir.
email-verified = { $email }, bestätigt
email-unverified = { $email }, noch nicht bestätigt: Folge dem Link in der Mail
email-sent = Eine Mail ist unterwegs. Folge dem Link darin.
email-removed = Die Adresse ist entfernt.
email-verify-title = Mailadresse bestätigen
email-verify = Adresse bestätigen
email-verify-explained = Hast du diese Adresse angegeben? Dann fehlt nur noch ein Klick.
email-is-verified = Die Adresse ist bestätigt.
account = Konto
account-of = Angemeldet als { $name }
to-account = Zu deinem Konto
own-page = Deine öffentliche Seite
own-data = Deine Daten
sessions = Sitzungen
sessions-explained = Browser, in denen du angemeldet bist.
session-unnamed = Unbenannter Browser
session-current = Dieser Browser
session-seen = Zuletzt gesehen { $when }
session-end = Beenden
session-end-named = Sitzung von { $agent } beenden
sessions-end-others = Alle anderen beenden
vacation = Urlaub
vacation-explained = Solange du weg bist, stehen deine Uhren in Fernpartien.
vacation-left = { $days ->
    [0] Für dieses Jahr ist kein Tag übrig.
    [one] Für dieses Jahr ist { $days } Tag übrig.
   *[other] Für dieses Jahr sind { $days } Tage übrig.
  }
vacation-days = Tage
vacation-begin = Jetzt beginnen
vacation-end = Urlaub beenden
vacation-until = Du bist bis { $until } im Urlaub.
vacation-now = Du bist im Urlaub: Deine Uhren in Fernpartien stehen.
bots = Bots
bots-explained = Programme, die unter eigenem Namen spielen. Sie sind immer gekennzeichnet, und Partien gegen sie berühren nie die Wertung gegen Menschen.
bot-name = Name des Bots
bot-make = Bot anlegen
bot-token-explained = Das ist das Token von { $name }. Es wird nur jetzt gezeigt, und wer es hat, spielt als dieser Bot.
copy-token = Token kopieren
bot-remove-named = { $name } entfernen
bot-remove-question = { $name } entfernen?
bot-remove-warning = Sein Token endet sofort, und seine laufenden Partien sind verloren. Das lässt sich nicht rückgängig machen.
blocks = Blockierte Spieler
blocks-explained = Du triffst sie beim Zulosen nicht, und sie können dich weder herausfordern noch deine offenen Partien annehmen.
blocks-none = Du hast niemanden blockiert.
block = Blockieren
unblock = Freigeben
unblock-named = { $name } freigeben
export = Meine Daten herunterladen
export-explained = Alles, was dieser Server über dich aufbewahrt, und deine Partien, wie du sie gesehen hast, in einer Datei.
close-account = Konto löschen
close-account-explained = Beim Löschen verschwinden Name, Passwort, Adresse und Wertungen. Deine Partien bleiben, ohne deinen Namen.
close-account-question = Konto { $name } löschen?
close-account-warning = Laufende Partien sind verloren. Das lässt sich nicht rückgängig machen.

## Lobby

lobby-title-account = Eine Partie finden
lobby-numbers = { $online ->
    [one] { $online } Mensch ist hier
   *[other] { $online } Leute sind hier
  }, { $playing ->
    [0] keine öffentliche Partie läuft.
    [one] { $playing } öffentliche Partie läuft.
   *[other] { $playing } öffentliche Partien laufen.
  }
pairing = Schnell zulosen
pairing-explained = Wähle eine Bedenkzeit, und wer in der Nähe deiner Wertung als Nächster dasselbe tut, ist dein Gegner. Immer gewertet.
pairing-paused = Zu viele deiner letzten Partien wurden abgebrochen. Gewertetes Zulosen ruht für dich bis { DATETIME($until, timeStyle: "short") }.
pool-waiting = { $count ->
    [one] { $count } wartet
   *[other] { $count } warten
  }
bot-wish = Wenn niemand kommt
bot-wish-offer = mir einen Bot anbieten
bot-wish-start = gegen einen Bot anfangen
bot-wish-never = weiter auf einen Menschen warten
bot-stake = Gesucht wird zuerst ein Mensch. Gegen einen Bot, der immer gekennzeichnet ist, steht nur deine Wertung gegen Bots auf dem Spiel.
pairing-looking = { $game }, { $clock }:
pairing-waiting = Du wartest auf einen Gegner
pairing-bot_offered = Noch ist niemand gekommen. Ein Bot wird angeboten
pairing-bot-in = Ein Mensch wird gesucht. { $seconds ->
    [0] Ein Bot kommt jetzt infrage.
    [one] Ein Bot kommt in { $seconds } Sekunde infrage.
   *[other] Ein Bot kommt in { $seconds } Sekunden infrage.
  }
pairing-bot-starts = Ein Mensch wird gesucht. { $seconds ->
    [0] Die Partie gegen einen Bot beginnt jetzt.
    [one] Sonst spielt in { $seconds } Sekunde ein Bot.
   *[other] Sonst spielt in { $seconds } Sekunden ein Bot.
  }
pairing-people-only = Gesucht wird ein Mensch, und nur ein Mensch.
pairing-bot-offered = Weiter wird ein Mensch gesucht. Dieser würde sofort spielen:
pairing-play-bot = Gegen den Bot spielen
pairing-leave = Nicht mehr warten
seeks = Offene Partien
seeks-none = Gerade bietet niemand eine Partie an. Biete selbst eine an!
seeks-none-such = Keine offene Partie passt zum Filter.
range-both = { NUMBER($lowest, useGrouping: 0) } bis { NUMBER($highest, useGrouping: 0) }
range-lowest = ab { NUMBER($lowest, useGrouping: 0) }
range-highest = bis { NUMBER($highest, useGrouping: 0) }
propose = Eine Partie anbieten
propose-guest = Mit Freunden spielen
propose-to = Wer mitspielen darf
propose-to-seek = Alle
propose-to-player = Ein Spieler
propose-to-link = Per Link
propose-seek = Partie anbieten
propose-player = Herausfordern
propose-link = Link erzeugen
opponent-name = Name des Spielers
rated-needs-account = Nur mit Konto
rating-lowest = Wertung ab
rating-highest = Wertung bis
link-explained = Wer den Link öffnet, kann mitspielen, bei ungewerteten Partien auch ohne Konto. Die Partie bleibt privat.
proposals = Herausforderungen und Angebote
proposal-seek = Offene Partie von
proposal-challenge = Herausforderung von
proposal-invitation = Einladung von
proposal-rematch_same = Revanche, gleiche Stellung mit getauschten Farben, angeboten von
proposal-rematch_new = Revanche, neu ausgelost, angeboten von
proposal-own-seek = Deine offene Partie
proposal-own-challenge = Deine Herausforderung an
proposal-own-invitation = Deine Einladung per Link
proposal-own-rematch_same = Deine Revanche, gleiche Stellung mit getauschten Farben, an
proposal-own-rematch_new = Deine Revanche, neu ausgelost, an
copy-link = Link kopieren
invite-title = Einladung zu einer Partie
invite-from = Dich lädt ein:
invite-colour = Deine Farbe: { $colour }
invite-guest = Du spielst als { $name }, ohne Konto.
invite-accept = Gegen { $name } spielen
invite-rules = Die Regeln des Spiels stehen neben dem Brett.
invite-own = Schicke diesen Link an die Person, mit der du spielen willst.
invite-link = Link
invite-waiting = Sobald jemand annimmt, öffnet sich die Partie hier.
invite-gone-title = Diese Einladung gibt es nicht mehr
invite-gone = Sie wurde zurückgezogen, ist abgelaufen, oder die Partie hat begonnen.
invite-to-game = Zu ihrer Partie
to-lobby-page = Zur Lobby
find-game = Partie finden

## Die eigene Seite

dashboard = Deine Partien
dashboard-hello = Hallo, { $name }
my-turn = { $count ->
    [0] Du bist am Zug
   *[other] Du bist am Zug ({ $count })
  }
my-turn-none = Niemand wartet auf dich.
waiting = { $count ->
    [0] Andere sind am Zug
   *[other] Andere sind am Zug ({ $count })
  }
waiting-none = Du wartest auf niemanden.
finished = Beendet
finished-none = Noch keine beendeten Partien.
all-own-games = Alle deine Partien im Archiv
ratings = Wertungen
ratings-none = Noch keine gewerteten Partien.
rating-of = Wertung in
rating-name = { $game }, { $speed }
rating-name-bots = { $game }, { $speed }, gegen Bots
rating-details = ± { $deviation }, nach { $games ->
    [one] { $games } Partie
   *[other] { $games } Partien
  }
rating-uncertain = Noch unsicher.
graph-too-short = Der Verlauf beginnt mit der zweiten Partie.
graph-summary = { $title }: die letzten { $games } Partien, von { NUMBER($from, useGrouping: 0) } nach { NUMBER($to, useGrouping: 0) }, niedrigste { NUMBER($lowest, useGrouping: 0) }, höchste { NUMBER($highest, useGrouping: 0) }
results = Ergebnisse
results-none = Noch keine Ergebnisse.
won = Gewonnen
drawn = Remis
lost = Verloren
score = Punkte

## Spieler und fremde Partien

player-online = online
player-offline = nicht online
player-since = hier seit { $date }
player-games = Neueste öffentliche Partien
player-games-none = Noch keine öffentlichen Partien.
player-blocked = Du hast diesen Spieler blockiert.
all-games = Alle im Archiv
challenge = Herausfordern
challenge-title = { $name } herausfordern
challenge-needs-account = Um andere herauszufordern, brauchst du ein Konto.
report = Melden
report-title = { $name } melden
report-why = Was stimmt nicht?
report-cheating = Unfaires Spiel
report-stalling = Lässt die Zeit ablaufen oder verschwindet
report-name = Anstößiger Name
report-other = Etwas anderes
report-text = Was ist geschehen? (höchstens 500 Zeichen)
report-explained = Nur der Betreiber dieses Servers liest es.
report-send = Meldung abschicken
report-sent = Danke. Der Betreiber sieht es sich an.
watch-title = Laufende Partien
watch-intro = Du siehst, was alle sehen dürfen; was einem Spieler verborgen ist, ist auch dir verborgen. Fernpartien werden um einen Zug verzögert gezeigt.
watch-none = Gerade läuft keine öffentliche Partie.
watch-archive = Beendete Partien im Archiv
archive-title = Archiv
archive-from = Von
archive-to = Bis
archive-none = Keine Partie passt.
archive-older = Ältere Partien

## Statistik

statistics-of = Statistik: { $game }
statistics-whole = Alle Partien
statistics-count = { $games ->
    [one] { $games } entschiedene Partie
   *[other] { $games } entschiedene Partien
  }
statistics-none = Noch keine entschiedenen Partien.
statistics-games = Diese Partien im Archiv
tally-text = Weiß { $white }, Remis { $draws }, Schwarz { $black }
draws = Remis
shares = Anteile
rows-more = { $count ->
    [one] { $count } weitere Zeile
   *[other] { $count } weitere Zeilen
  }
rating-bound-low = Mittlere Wertung ab
rating-bound-high = Mittlere Wertung bis
rating-band = { NUMBER($low, useGrouping: 0) } bis { NUMBER($high, useGrouping: 0) }
by-speed = Nach Tempo
by-rating = Nach Wertung
by-rating-explained = Die mittlere Wertung beider Spieler.
by-array = Nach Aufstellung
by-array-explained = Die meistgespielten Aufstellungen. Unter { $few } Partien sagt ein Anteil wenig.
array = Aufstellung
array-named = Nr. { NUMBER($number, useGrouping: 0) }
array-favours-white = Am besten für Weiß: Nr. { NUMBER($number, useGrouping: 0) } ({ $score } der Punkte).
array-favours-black = Am besten für Schwarz: Nr. { NUMBER($number, useGrouping: 0) } (Weiß holt { $score }).
by-first-move = Nach erstem Zug
first-move = Erster Zug
by-length = Nach Länge
length-plies = Züge
length-range = { $low } bis { $high }
length-summary = Länge von { $games } Partien in Zügen beider Seiten; die meisten, { $count }, haben { $most }
leaders-title = Bestenliste
leaders-of = Bestenliste in { $game }, { $speed }
leaders-explained = Gefestigte Wertungen von Menschen, die besten zuerst.
leaders-none = Hier hat noch niemand eine gefestigte Wertung.
rank = Rang

## Nachrichten

notices = Nachrichten
notices-none = Noch ist nichts geschehen.
notice-new = neu
notice-your_turn = { $named ->
    [no] Du bist am Zug
   *[other] Du bist am Zug gegen { $name }
  }
notice-game_started = { $named ->
    [no] Eine Partie hat begonnen
   *[other] Deine Partie mit { $name } hat begonnen
  }
notice-game_ended = { $named ->
    [no] Eine Partie ist zu Ende
   *[other] Deine Partie mit { $name } ist zu Ende
  }
notice-challenged = { $named ->
    [no] Du wirst herausgefordert
   *[other] { $name } fordert dich heraus
  }
notice-challenge_declined = { $named ->
    [no] Deine Herausforderung wurde abgelehnt
   *[other] { $name } hat deine Herausforderung abgelehnt
  }
notice-draw_offered = { $named ->
    [no] Dir wird Remis angeboten
   *[other] { $name } bietet Remis an
  }
notice-takeback_offered = { $named ->
    [no] Jemand möchte einen Zug zurücknehmen
   *[other] { $name } möchte einen Zug zurücknehmen
  }
notice-rematch_offered = { $named ->
    [no] Dir wird eine Revanche angeboten
   *[other] { $name } möchte eine Revanche
  }
notice-plan_cancelled = { $named ->
    [no] Etwas Unvorhergesehenes hat deine bedingten Züge beendet
   *[other] Etwas Unvorhergesehenes hat deine bedingten Züge gegen { $name } beendet
  }
browser-notices-ask = Auch außerhalb der Seite melden
browser-notices-unknown = Dein Browser zeigt dann Nachrichten, solange diese Seite nicht zu sehen ist.
browser-notices-yes = Dein Browser zeigt Nachrichten, solange diese Seite nicht zu sehen ist.
browser-notices-no = Dein Browser zeigt keine Nachrichten dieser Seite. In seinen Einstellungen kannst du sie erlauben.
toast-game = Deine Partie hat begonnen
toast-open = Zur Partie

## Fehler

error-not_acceptable = Diese Partie kannst du nicht annehmen.
error-unknown_proposal = Dieses Angebot gibt es nicht mehr.
error-wrong_credentials = Es gibt kein Konto mit diesem Namen und diesem Passwort.
error-not_signed_in = Du bist nicht mehr angemeldet. Bitte lade die Seite neu.
error-account_needed = Dafür brauchst du ein Konto.
error-people_only = Das ist für Menschen, nicht für Bots.
error-banned = Der Betreiber dieses Servers hat dich bis { DATETIME($until, dateStyle: "medium", timeStyle: "short") } gesperrt.
error-wrong_password = Das ist nicht dein Passwort.
error-bad_name = Ein Name hat 2 bis 20 Buchstaben, Ziffern, „-“ oder „_“ und beginnt mit einem Buchstaben.
error-weak_password = { $why ->
    [short] Das Passwort ist zu kurz.
    [long] Das Passwort ist zu lang.
    [name] Das Passwort ist dein Name.
   *[common] Das Passwort gehört zu denen, die als Erste probiert werden.
  }
error-bad_email = An diese Adresse lässt sich keine Mail schicken.
error-wrong_code = Es gibt kein Konto mit diesem Namen und diesem Code. Jeder Code gilt nur einmal.
error-wrong_link = Dieser Link gilt nicht mehr.
error-name_taken = Diesen Namen hat schon jemand.
error-has_account = Du hast schon ein Konto.
error-both_at_one_table = Als Gast spielst du gerade gegen genau dieses Konto. Beende zuerst diese Partie.
error-games_running = In einer laufenden Partie wartet jemand auf dich. Spiele sie zu Ende oder gib sie auf.
error-no_mail = Dieser Server verschickt keine Mails.
error-no_vacation_left = Für dieses Jahr sind nur { $left } Urlaubstage übrig.
error-too_many_bots = Mehr als { $most } Bots kann niemand haben.
error-restarting = Der Server wird gleich neu gestartet. Bis dahin beginnen keine neuen Partien.
error-unknown_session = Diese Sitzung ist schon beendet.
error-unknown_bot = Diesen Bot gibt es nicht.
error-unknown_player = Diesen Spieler gibt es nicht.
error-too_many_attempts = Zu viele Versuche. Bitte warte { $seconds } Sekunden.
error-own_proposal = Das ist dein eigenes Angebot.
error-not_for_you = Das ist für jemand anderen bestimmt.
error-casual_only = Das lässt sich nur ungewertet spielen.
error-bad_clock = Diese Bedenkzeit geht nicht.
error-too_many_proposals = Du hast schon { $most } offene Angebote. Ziehe zuerst eines zurück.
error-rating_out_of_range = Deine Wertung liegt nicht im verlangten Bereich.
error-pairing_paused = Zu viele deiner letzten Partien wurden abgebrochen. Gewertete Partien ruhen für dich bis { DATETIME($until, timeStyle: "short") }.
error-no_rematch = Diese Revanche ist nicht möglich.
error-no_bot_offered = Es wird kein Bot mehr angeboten.
error-bad_token = Dieses Token gehört keinem Bot.
error-blocked = Du und dieser Spieler spielt nicht gegeneinander.
