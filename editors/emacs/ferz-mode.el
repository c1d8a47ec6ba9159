;;; ferz-mode.el --- Rules of chess variants  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: languages, games

;;; Commentary:

;; A mode for `.ferz' files: colors, comments, indentation, and the language server of ferz for Eglot.
;; `generate.mjs' writes the lists of words from the vocabulary of ferz.

;;; Code:

(defconst ferz-statements
  '("about" "action" "add" "address" "after" "also" "array" "arriving" "author" "becomes" "black"
    "board" "border" "by" "capturing" "castling" "cell" "change" "check" "clock" "drop"
    "ending" "entry" "even" "exchange" "family" "fen" "files" "first" "grid" "group" "hand"
    "hands" "history" "hole" "home" "immune" "in" "leaving" "may" "moves" "must" "neutral"
    "not" "note" "or" "origin" "pass" "piece" "place" "player" "points" "provided" "ranks"
    "region" "remove" "removing" "replace" "right" "royal" "royals" "royalty" "rules"
    "shuffle" "source" "stage" "stands" "stays" "switch" "title" "to" "token" "turn"
    "uncheckered" "under" "uses" "value" "variant" "when" "written" "year")
  "The words that begin statements.")

(defconst ferz-words
  '("a" "about" "add" "advance" "all" "also" "always" "an" "and" "any" "as" "at" "attacked"
    "attacking" "attacks" "be" "becomes" "beside" "binds" "black" "board" "both" "bringing"
    "but" "by" "can" "captured" "captures" "capturing" "check" "checkmate" "claim" "clock"
    "could" "counts" "diagonally" "dice" "draw" "drop" "drops" "each" "either" "empty" "ends"
    "enemies" "enemy" "every" "except" "extends" "face" "file" "first" "for" "from" "giving"
    "grid" "hand" "has" "home" "if" "in" "is" "it" "its" "itself" "join" "last" "leader"
    "leaders" "leaving" "left" "loss" "may" "mirrored" "more" "move" "moves" "must" "never"
    "no" "non-royal" "non-royals" "none" "not" "of" "on" "once" "one" "only" "or"
    "orthogonally" "other" "outside" "over" "own" "owners" "piece" "pieces" "points"
    "provided" "put" "quiet" "rank" "regained" "repeated" "resets" "right" "royal" "royals"
    "shields" "some" "stalemate" "still" "stopping" "that" "the" "through" "time" "times"
    "to" "turn" "turned" "up" "used" "uses" "when" "where" "while" "white" "win" "with"
    "without" "year")
  "The words inside statements.")

(defvar ferz-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?` "\"" table)
    (dolist (character '(?- ?_ ?+ ?' ?.))
      (modify-syntax-entry character "_" table))
    table)
  "The syntax of `ferz-mode'.")

(defvar ferz-font-lock-keywords
  `((,(concat "\\(?:^\\|[{};]\\)\\s-*\\(" (regexp-opt '("add" "change" "remove")) "\\)\\_>")
     1 font-lock-preprocessor-face)
    (,(concat "\\(?:^\\|[{};]\\|\\_<\\(?:add\\|change\\|remove\\)\\)\\s-*\\("
              (regexp-opt ferz-statements) "\\)\\_>\\(?:\\s-+\\(\\(?:\\sw\\|\\s_\\)+\\)\\)?")
     (1 font-lock-keyword-face) (2 font-lock-type-face nil t))
    ("\\[\\(\\(?:\\s-*[A-Z][A-Za-z0-9.-]*\\)+\\)\\s-*\\]" 1 font-lock-constant-face)
    ("^\\s-*\\([0-9]+\\)\\s-*|" 1 font-lock-constant-face)
    (,(concat "\\_<" (regexp-opt ferz-words) "\\_>") . font-lock-builtin-face))
  "The colors of `ferz-mode'.")

(defun ferz-indent-line ()
  "Indent the line as deep as its block."
  (interactive)
  (let* ((state (save-excursion (syntax-ppss (line-beginning-position))))
         (closes (save-excursion (back-to-indentation) (looking-at "[]})]")))
         (column (* 2 (max 0 (- (car state) (if closes 1 0))))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

;;;###autoload
(define-derived-mode ferz-mode prog-mode "Ferz"
  "A mode for the rules of chess variants."
  (setq-local comment-start "# "
              comment-end ""
              comment-start-skip "#+\\s-*"
              indent-tabs-mode nil
              indent-line-function #'ferz-indent-line
              electric-indent-chars '(?\n ?})
              font-lock-defaults '(ferz-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.ferz\\'" . ferz-mode))

(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs '(ferz-mode . ("ferz" "lsp"))))

(provide 'ferz-mode)
;;; ferz-mode.el ends here
