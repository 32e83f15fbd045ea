/* A plugin for qemu-user that counts the instructions of calls of one function on aarch64, each from
   call to return, with all that it calls.

   The emulated program says which by a system call that does not exist, number WATCH, with the
   function's address; with 0 the watch ends, and the mean of its calls goes to standard output.

   Debian has no header for plugins: what is used of version 1 of the interface is declared here, as
   QEMU's documentation has it ("QEMU TCG Plugins"). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum { NO_REGISTERS = 0 };

extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
extern const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
extern void qemu_plugin_register_vcpu_tb_trans_cb(
    plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
extern void qemu_plugin_register_vcpu_tb_exec_cb(
    struct qemu_plugin_tb *, void (*)(unsigned int, void *), int, void *);
extern void qemu_plugin_register_vcpu_syscall_cb(
    plugin_id, void (*)(plugin_id, unsigned int, int64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                        uint64_t, uint64_t, uint64_t, uint64_t));

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

enum { WATCH = 0x6d73 };

enum { INSTRUCTION = 4, DEPTH = 1024 };

/* Instructions that run one after the other. */
struct block {
    uint64_t start, end, instructions;
    int is_call; /* ends in one */
};

static uint64_t function, return_address, calls, instructions;

/* Where the calls under way will return to, the innermost last. The function's own caller may have
   been left by a jump to the function, so that the last block that ran does not tell. */
static uint64_t returns[DEPTH];
static unsigned int depth;

static void run(unsigned int processor, void *data)
{
    const struct block *block = data;
    (void)processor;
    if (function == 0)
        return;
    if (depth > 0 && block->start == returns[(depth - 1) % DEPTH])
        depth--;
    if (block->start == return_address)
        return_address = 0;
    if (return_address == 0 && block->start == function) {
        return_address = returns[(depth - 1) % DEPTH];
        calls++;
    }
    if (return_address != 0)
        instructions += block->instructions;
    if (block->is_call)
        returns[depth++ % DEPTH] = block->end;
}

static void translated(plugin_id id, struct qemu_plugin_tb *translation)
{
    size_t length = qemu_plugin_tb_n_insns(translation);
    struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(translation, length - 1);
    struct block *block = malloc(sizeof *block);
    uint32_t code;
    (void)id;
    if (block == NULL)
        abort();
    memcpy(&code, qemu_plugin_insn_data(last), INSTRUCTION);
    block->is_call = (code & 0xFC000000) == 0x94000000      /* BL */
                     || (code & 0xFFFFFC1F) == 0xD63F0000;  /* BLR */
    block->end = qemu_plugin_insn_vaddr(last) + INSTRUCTION;
    block->start = block->end - length * INSTRUCTION;
    block->instructions = length;
    qemu_plugin_register_vcpu_tb_exec_cb(translation, run, NO_REGISTERS, block);
}

static void called(plugin_id id, unsigned int processor, int64_t number, uint64_t address,
                   uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7,
                   uint64_t a8)
{
    (void)id, (void)processor, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number != WATCH)
        return;
    if (address == 0)
        dprintf(1, "%llu\n", (unsigned long long)(calls ? instructions / calls : 0));
    function = address;
    return_address = calls = instructions = 0;
    depth = 0;
}

__attribute__((visibility("default"))) int qemu_plugin_install(
    plugin_id id, const void *info, int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
