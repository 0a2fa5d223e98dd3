"""Becomes a program under the system call filter that systemd would give a service: python3 confined.py SPEC PROGRAM ...

SPEC is JSON: {"calls": [names that are allowed], "families": [names of address families]}. Everything else fails with
EPERM, as SystemCallErrorNumber=EPERM has it, but for clone3, which systemd has fail with ENOSYS where namespaces are
restricted: its flags are out of a filter's sight.
"""

import ctypes
import errno
import json
import os
import socket
import sys

ALLOW = 0x7FFF0000
FAIL = 0x00050000
EQUAL = 4
spec = json.loads(sys.argv[1])
seccomp = ctypes.CDLL("libseccomp.so.2")
seccomp.seccomp_init.restype = ctypes.c_void_p


class Comparison(ctypes.Structure):
    _fields_ = [
        ("arg", ctypes.c_uint),
        ("op", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    ]


def rule(action, name, comparisons=()):
    number = seccomp.seccomp_syscall_resolve_name(name.encode())
    array = (Comparison * len(comparisons))(*comparisons)
    added = seccomp.seccomp_rule_add_array(context, ctypes.c_uint32(action), number, len(comparisons), array)
    # Below zero are calls of other architectures.
    if added != 0 and number >= 0:
        sys.exit(f"{name}: {os.strerror(-added)}")


context = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(FAIL | errno.EPERM)))
for call in spec["calls"]:
    if call not in ("socket", "clone3"):
        rule(ALLOW, call)
for family in spec["families"]:
    rule(ALLOW, "socket", [Comparison(0, EQUAL, getattr(socket, family), 0)])
rule(FAIL | errno.ENOSYS, "clone3")
if seccomp.seccomp_load(context) != 0:
    sys.exit("the filter cannot be loaded")
os.execv(sys.argv[2], sys.argv[2:])
