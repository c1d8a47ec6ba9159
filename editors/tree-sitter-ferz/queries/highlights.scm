; What each part of a rule file is. Later patterns win in Neovim and Helix.

(comment) @comment
(string) @string
(number) @number
(rank) @number
(operator) @operator
["," ";"] @punctuation.delimiter
["[" "]" "(" ")" "{" "}" "|"] @punctuation.bracket
["and" "or"] @keyword

; Words inside statements that are no names of the game.
((word) @keyword
  (#any-of? @keyword
    "a" "about" "add" "advance" "all" "also" "always" "an" "any" "as" "at" "attacked" "attacking"
    "attacks" "be" "becomes" "beside" "binds" "black" "board" "both" "bringing" "but" "by" "can"
    "captured" "captures" "capturing" "check" "checkmate" "claim" "clock" "could" "counts"
    "diagonally" "dice" "draw" "drop" "drops" "each" "either" "empty" "ends" "enemies" "enemy"
    "every" "except" "extends" "face" "file" "first" "for" "from" "giving" "grid" "hand" "has"
    "home" "if" "in" "is" "it" "its" "itself" "join" "last" "leader" "leaders" "leaving" "left"
    "loss" "may" "mirrored" "more" "move" "moves" "must" "never" "no" "non-royal" "non-royals"
    "none" "not" "of" "on" "once" "one" "only" "orthogonally" "other" "outside" "over" "own"
    "owners" "piece" "pieces" "points" "provided" "put" "quiet" "rank" "regained" "repeated"
    "resets" "right" "royal" "royals" "shields" "some" "stalemate" "still" "stopping" "that" "the"
    "through" "time" "times" "to" "turn" "turned" "up" "used" "uses" "when" "where" "while"
    "white" "win" "with" "without" "year"))

(keyword) @keyword
(marks (key) @attribute)

; Names where they are declared.
(declaration name: (name) @variable)
(declaration keyword: (keyword) @keyword name: (name) @type
  (#any-of? @keyword "piece" "family" "stage" "group"))
(declaration keyword: (keyword) @keyword name: (name) @constant
  (#any-of? @keyword "region" "cell"))
(declaration keyword: (keyword) @keyword name: (name) @function
  (#any-of? @keyword "action" "right"))
(declaration keyword: (keyword) @keyword name: (name) @module
  (#any-of? @keyword "variant" "source" "array"))
(line name: (name) @label)
(switch name: (name) @property)
(under switch: (name) @property)
(value name: (name) @constant)
(value default: "*" @operator)

; A drawing.
(square) @character
((square) @comment
  (#any-of? @comment "." "*"))

; The notation of moves.
(notation "`" @punctuation.special)
(atom) @string.special
(coordinates) @string.special
(modifiers) @string.special.symbol
(range) @number
(step) @operator
(exempt) @operator
(legs ["[" "]"] @punctuation.bracket)
