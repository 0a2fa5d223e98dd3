import { spawnSync } from 'node:child_process';

/** A script that runs the program in its arguments with a terminal as standard error, and copies that output. */
const program = `
import os, pty, sys
terminal, end = pty.openpty()
if os.fork() == 0:
    os.close(end)
    try:
        while text := os.read(terminal, 65536):
            os.write(2, text)
    except OSError:
        pass
    os._exit(0)
os.close(terminal)
os.dup2(end, 2)
os.execv(sys.argv[1], sys.argv[1:])
`;

/** Returns a launcher for a process whose standard error is a terminal; undefined if the machine has none. */
export const atTerminal: readonly string[] | undefined =
  spawnSync('python3', ['-c', 'import pty']).status === 0 ? ['python3', '-c', program] : undefined;
