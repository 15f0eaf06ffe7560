/// What `kiosk --help` says.
enum Help {
  /// The commands, for "did you mean".
  static let commands = [
    "exam", "demo", "bank", "results", "check", "status", "release", "passcode", "profile", "entitlement", "autonomous",
    "request",
  ]

  static let text = """
    kiosk runs tests in a terminal and locks the session while a test runs.

      kiosk                         the lobby: every exam, to practise or to sit
      kiosk exam ID|FILE            sit one exam
          --practice                unlocked, with every help on
          --candidate NAME          who sits it        --candidate-id ID
          --minutes N               instead of the exam's own, 1 to 480
          --extra-percent N         extra time, 0 to 400
          --seed N                  draw and shuffle from N
      kiosk bank list FILE          the questions of a GIFT, Aiken, Moodle XML, CSV file   [--json]
      kiosk bank lint FILE          what is wrong or unfair in it   [--json]
      kiosk bank convert FILE       [--from FORMAT] [--to FORMAT] [-o OUT]
      kiosk demo [lab|before-and-after|refusals]
                                    shows what a lock is, with this terminal's own
          --play                    by itself, until a key is pressed   [--pace N] percent
      kiosk --service [exam …]      for kiosk-exam@.service  [--front-end-user NAME]
      kiosk autonomous -- PROGRAM   host a program that may lock this terminal itself
      kiosk request lock|unlock     from inside it: ask for the lock, or its end
          --title TEXT              what it is for          --minutes N
      kiosk request status|watch    how the lock stands; every change as it comes  [--json]
      kiosk check [--json]          what this terminal can enforce
          --attack                  and really try to get out of a throw-away lock
      kiosk status [--json]         is a terminal locked, since when, by what
      kiosk release                 undo what a crash left behind
      kiosk passcode set            the proctor's passcode [--proctor NAME]
      kiosk passcode check|list     is it right? who are the proctors?
      kiosk passcode remove NAME    no proctor any more
      kiosk profile show [FILE]     what this machine is: supervised, by what   [--json]
      kiosk profile check [FILE]    is it good here?  [--exam ID] [--against FILE]
      kiosk profile sign FILE       [--key KEY] [-o OUT]
      kiosk profile install FILE    kiosk profile remove
      kiosk entitlement show [FILE] who may lock this machine for which test   [--json]
      kiosk entitlement issue|install
      kiosk results list            every attempt   [--json]
      kiosk results show ATTEMPT    one attempt, its answers and its ledger
      kiosk results export ATTEMPT  [--all] [--format json|csv|html] [-o OUT]
      kiosk results mark ATTEMPT QUESTION POINTS [--by NAME] [--note TEXT]
      kiosk results import FILE     take in another machine's export
      kiosk results verify          does the ledger hold?  [--key FILE|HEX]
      kiosk results delete ATTEMPT  (the ledger keeps that it was there)
      kiosk --help, --version

    While a test is locked, Esc, Home, Ctrl-C and every other key that would
    leave is blocked and counted. Press one three times for the way out; with
    a passcode set, that is also the proctor's way in.

    Results and the ledger are kept in $KIOSK_DATA, else /var/lib/kiosk, else
    ~/.local/share/kiosk. Exams are looked for in $KIOSK_EXAMS, in exams/ there,
    and among those that came with the program. See kiosk(1).

    """
}
