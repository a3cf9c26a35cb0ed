/*
 * Expands $(NAME) as a native program does: memchr finds each `$` and `)`, memcpy copies what is between, a table
 * with open addressing finds names. Prints the median time of an expansion in nanoseconds.
 *
 *   expand VARIABLES INPUT OUTPUT MILLISECONDS
 *
 * VARIABLES has a NAME=VALUE and a NUL for each variable. OUTPUT gets the expanded text.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct text {
  char *bytes;
  size_t length;
};

struct variable {
  const char *name, *value;
  size_t name_length, value_length;
};

/* Room on both sides of a text: short runs are copied in blocks of this size, short names are hashed as one word. */
enum { BLOCK = 16, SAMPLES = 1 << 16 };

static struct variable *table;
static size_t mask;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static struct text read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) fail(path);
  struct text text = {NULL, (size_t)ftell(file)};
  rewind(file);
  text.bytes = calloc(1, text.length + 2 * BLOCK);
  if (text.bytes == NULL) fail(path);
  text.bytes += BLOCK;
  if (fread(text.bytes, 1, text.length, file) != text.length) fail(path);
  fclose(file);
  return text;
}

/* Hashes a name's first and last words. */
static inline size_t slot_of(const char *name, size_t length) {
  uint64_t first, last;
  memcpy(&first, name, sizeof first);
  memcpy(&last, name + length - sizeof last, sizeof last);
  if (length < sizeof last) first = last = length == 0 ? 0 : last >> 8 * (sizeof last - length);
  uint64_t hash = (first ^ (last * 0x9e3779b97f4a7c15u) ^ length) * 0xff51afd7ed558ccdu;
  return (size_t)(hash >> 32) & mask;
}

static void compile(struct text variables) {
  size_t count = 0;
  for (size_t i = 0; i < variables.length; i++) count += variables.bytes[i] == '\0';
  for (mask = 15; mask < count * 4; mask = mask * 2 + 1) continue;
  table = calloc(mask + 1, sizeof *table);
  if (table == NULL) fail("variables");
  for (char *name = variables.bytes; name < variables.bytes + variables.length;) {
    char *equals = strchr(name, '=');
    struct variable variable = {name, equals + 1, (size_t)(equals - name), strlen(equals + 1)};
    size_t slot = slot_of(name, variable.name_length);
    while (table[slot].name != NULL) slot = (slot + 1) & mask;
    table[slot] = variable;
    name = equals + 1 + variable.value_length + 1;
  }
}

static inline const struct variable *find(const char *name, size_t length) {
  for (size_t slot = slot_of(name, length); table[slot].name != NULL; slot = (slot + 1) & mask) {
    if (table[slot].name_length == length && memcmp(table[slot].name, name, length) == 0) return &table[slot];
  }
  return NULL;
}

static inline char *copy(char *to, const char *from, size_t length) {
  if (length > 4 * BLOCK) {
    memcpy(to, from, length);
  } else {
    for (size_t i = 0; i < length; i += BLOCK) memcpy(to + i, from + i, BLOCK);
  }
  return to + length;
}

/* Makes room for what is left of the input, and for one value. */
static char *grow(struct text *output, char *to, size_t needed) {
  size_t written = (size_t)(to - output->bytes);
  if (written + needed + BLOCK > output->length) {
    output->length = (written + needed + BLOCK) * 2;
    output->bytes = realloc(output->bytes, output->length);
    if (output->bytes == NULL) fail("output");
  }
  return output->bytes + written;
}

static size_t expand(struct text input, struct text *output) {
  const char *at = input.bytes, *end = input.bytes + input.length;
  char *to = grow(output, output->bytes, input.length);
  int has_closer = 1;
  while (1) {
    const char *dollar = memchr(at, '$', (size_t)(end - at));
    if (dollar == NULL) dollar = end;
    to = copy(to, at, (size_t)(dollar - at));
    if (dollar == end) return (size_t)(to - output->bytes);
    at = dollar + 1;
    if (at < end && *at == '$') {
      at++;
    } else if (at < end && *at == '(' && has_closer) {
      const char *name = at + 1, *closer = memchr(name, ')', (size_t)(end - name));
      if (closer == NULL) {
        has_closer = 0;
      } else {
        const struct variable *variable = find(name, (size_t)(closer - name));
        const char *rest = closer + 1;
        if (variable == NULL) {
          to = copy(to, dollar, (size_t)(rest - dollar));
        } else {
          to = grow(output, to, variable->value_length + (size_t)(end - rest));
          to = copy(to, variable->value, variable->value_length);
        }
        at = rest;
        continue;
      }
    }
    *to++ = '$';
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc != 5) return fputs("usage: expand VARIABLES INPUT OUTPUT MILLISECONDS\n", stderr), 2;
  compile(read_file(argv[1]));
  struct text input = read_file(argv[2]), output = {NULL, 0};
  size_t length = expand(input, &output);
  FILE *file = fopen(argv[3], "wb");
  if (file == NULL || fwrite(output.bytes, 1, length, file) != length || fclose(file) != 0) fail(argv[3]);

  static double samples[SAMPLES];
  size_t count = 0;
  for (double start = now(), end = start + atof(argv[4]) * 1e6, before = start; count < SAMPLES && before < end;) {
    expand(input, &output);
    double after = now();
    samples[count++] = after - before;
    before = after;
  }
  if (count == 0) return 0;
  qsort(samples, count, sizeof *samples, ascending);
  printf("%.0f\n", samples[count / 2]);
  return 0;
}
