import { runningGateway } from '../store/folder-lock.js';
import { lookInto, settingsOf } from './data-folder.js';
import { CommandError, type Io, write } from './io.js';

/** `textmill reload`. */
export async function reloadGateway(io: Io): Promise<void> {
  const { dataDir } = settingsOf(io);
  lookInto(dataDir);
  const gateway = runningGateway(dataDir);
  if (gateway === undefined) throw new CommandError(`No gateway is running on ${dataDir}`);
  if (gateway.pid === undefined) throw new CommandError(`The process of the gateway on ${dataDir} is not known`);
  try {
    process.kill(gateway.pid, 'SIGHUP');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EPERM' ? "it is another user's" : 'it is not a process of this machine or container';
    throw new CommandError(`SIGHUP cannot be sent to the gateway ${gateway.pid}: ${reason}`, { cause: error });
  }
  await write(io.stdout, `SIGHUP sent to the gateway ${gateway.pid}\n`);
}
