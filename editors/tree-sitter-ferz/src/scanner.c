// Finds the ends of statements. A statement ends with its line, unless the next one continues it: with a text, marks,
// or a block. It also ends before a closing brace and at the end of the file.
#include "tree_sitter/parser.h"

enum TokenType { NEWLINE, END, ERROR };

void *tree_sitter_ferz_external_scanner_create(void) { return NULL; }

void tree_sitter_ferz_external_scanner_destroy(void *payload) { (void)payload; }

unsigned tree_sitter_ferz_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}

void tree_sitter_ferz_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

static bool is_line_end(int32_t c) { return c == '\n' || c == '\r'; }

static bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == 0xFEFF || c == 0xA0; }

bool tree_sitter_ferz_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  // While the parser recovers from a mistake, everything is valid.
  if (valid[ERROR] || !(valid[NEWLINE] || valid[END])) return false;
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  if (valid[END] && (lexer->eof(lexer) || lexer->lookahead == '}')) {
    lexer->mark_end(lexer);
    lexer->result_symbol = END;
    return true;
  }
  if (!valid[NEWLINE] || !is_line_end(lexer->lookahead)) return false;
  lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  lexer->result_symbol = NEWLINE;
  // Only after items can the next line continue the statement.
  if (!valid[END]) return true;
  while (is_blank(lexer->lookahead) || is_line_end(lexer->lookahead)) lexer->advance(lexer, false);
  // A brace with a letter and without blanks begins a word.
  if (lexer->lookahead == '{') {
    lexer->advance(lexer, false);
    int32_t c = lexer->lookahead;
    bool begins_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return begins_word;
  }
  return lexer->lookahead != '"' && lexer->lookahead != '[';
}
