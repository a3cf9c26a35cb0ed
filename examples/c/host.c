/*
 * A host of varexpand's scanners in C: expands $(NAME) from standard input to standard output.
 *
 *   wasm2c dist/scalar.wasm -o scalar.c
 *   gcc -O2 -I. examples/c/host.c scalar.c -lwasm-rt-impl -lm -o expand
 *   ./expand HOST=db PORT=5432 <input >output
 *
 * Names without a value are reported on stderr, one per line, and their references do not change. Input is read in
 * chunks of CHUNK bytes. docs/abi.md describes the module. wasm2c is in Debian's package wabt.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "scalar.h"

#ifndef CHUNK
#define CHUNK 65536 /* bytes of input for one call */
#define VALUES 65536 /* bytes of output beyond the room that every input needs */
#define RECORDS 1024 /* names in one batch */
#endif

/* From assembly/codes.ts. Fields are indexes of 32-bit numbers. */
enum { SLACK = 128, SEED_BYTES = 40, KUBERNETES = 0x292801 };
enum { DONE, RECORDS_FULL, INPUT_NEEDED, OUTPUT_FULL };
enum { STOPPED_INPUT, STOPPED_OUTPUT, STOPPED_RECORDS, STOPPED_ROOM, STOPPED_SEARCHED };
enum { UNRESOLVED_NAME, UNRESOLVED_LENGTH, UNRESOLVED_DOLLAR, UNRESOLVED_WORDS };

static Z_scalar_instance_t scanners;

static void fail(const char *message) {
  fprintf(stderr, "expand: %s\n", message);
  exit(2);
}

/* The memory at an address, until memory grows. */
static u8 *at(u64 address) {
  return Z_scalarZ_memory(&scanners)->data + address;
}

static u32 number(u32 address, u32 index) {
  u32 value;
  memcpy(&value, at(address + 4 * index), 4);
  return value;
}

static u32 stopped(u32 field) {
  return number(Z_scalarZ_stoppedAt(&scanners), field);
}

/* Grows memory to include the bytes before `end`, and the slack after them. */
static void ensure(u64 end) {
  wasm_rt_memory_t *memory = Z_scalarZ_memory(&scanners);
  u64 pages = (end + SLACK + 65535) / 65536;
  /* 65,536 pages are 4 GiB, a size that wasm_rt_memory_t cannot represent. */
  if (pages > 65535) fail("the input needs more than 4 GiB of memory");
  if (pages > memory->pages && wasm_rt_grow_memory(memory, pages - memory->pages) == (u32)-1) fail("out of memory");
}

static u32 aligned(u64 address) {
  ensure(address + 16);
  return (address + 15) / 16 * 16;
}

/* Builds the table of variables from arguments NAME=VALUE; returns its end. */
static u32 make_table(int count, char **variables) {
  u32 start = Z_scalarZ_arenaStart(&scanners);
  if (getrandom(at(Z_scalarZ_seedAt(&scanners)), SEED_BYTES, 0) != SEED_BYTES) fail("no random numbers");
  ensure((u64)start + Z_scalarZ_environmentSize(&scanners, count));
  u32 end = Z_scalarZ_environmentReset(&scanners, start, count, KUBERNETES);
  for (int i = 0; i < count; i++) {
    char *value = strchr(variables[i], '=');
    if (value == NULL) fail("usage: expand NAME=VALUE... <input >output");
    u32 name_length = value++ - variables[i];
    u32 value_length = strlen(value);
    ensure((u64)end + Z_scalarZ_environmentRoom(&scanners, name_length, value_length));
    memcpy(at(Z_scalarZ_environmentName(&scanners)), variables[i], name_length);
    memcpy(at(Z_scalarZ_environmentValue(&scanners, name_length)), value, value_length);
    end = Z_scalarZ_environmentSet(&scanners, name_length, value_length);
  }
  return end;
}

static void write_out(u32 output, u32 end) {
  if (fwrite(at(output), 1, end - output, stdout) != end - output) fail("cannot write the output");
}

static void report(u32 record, u32 end) {
  for (; record < end; record += 4 * UNRESOLVED_WORDS) {
    fputs("unresolved: ", stderr);
    fwrite(at(number(record, UNRESOLVED_NAME)), 1, number(record, UNRESOLVED_LENGTH), stderr);
    fputc('\n', stderr);
  }
}

/* Expands [input, input_end); returns where the scanner stopped: at the end, or at a `$` that more input decides. */
static u32 expand(u32 records, u32 input, u32 input_end, u32 searched, int is_last) {
  u32 records_end = records + 4 * UNRESOLVED_WORDS * RECORDS;
  u32 output = aligned(input_end);
  u64 output_end = (u64)output + Z_scalarZ_outputRoom(&scanners, input_end - input) + VALUES;
  u32 to = output;
  for (;;) {
    ensure(output_end);
    u32 status = Z_scalarZ_expandBytes(&scanners, input, input_end, to, output_end, records, records_end, is_last, searched);
    input = stopped(STOPPED_INPUT);
    to = stopped(STOPPED_OUTPUT);
    report(records, stopped(STOPPED_RECORDS));
    if (status == RECORDS_FULL) continue;
    write_out(output, to);
    to = output;
    if (status != OUTPUT_FULL) return input;
    if (output_end < (u64)output + stopped(STOPPED_ROOM)) output_end = (u64)output + stopped(STOPPED_ROOM);
  }
}

int main(int count, char **arguments) {
  wasm_rt_init();
  Z_scalar_init_module();
  Z_scalar_instantiate(&scanners);
  u32 records = aligned(make_table(count - 1, arguments + 1));
  u32 input = aligned((u64)records + 4 * UNRESOLVED_WORDS * RECORDS);
  /* Bytes of an open reference, which stay, and how many of them contain no `)`. */
  u32 held = 0, known = 0, size = CHUNK;
  for (int is_last = 0; !is_last;) {
    ensure((u64)input + size);
    u32 length = held + fread(at(input + held), 1, size - held, stdin);
    if (ferror(stdin)) fail("cannot read the input");
    is_last = length < size;
    u32 from = expand(records, input, input + length, input + known, is_last);
    u32 searched = stopped(STOPPED_SEARCHED);
    known = searched == 0 ? 0 : searched - from;
    held = input + length - from;
    memmove(at(input), at(from), held);
    /* A long reference is scanned again with twice as much. */
    size = held + (held > CHUNK ? held : CHUNK);
  }
  if (fflush(stdout) != 0) fail("cannot write the output");
  return 0;
}
