import { runningGateway } from '../../store/folder-lock.js';
import { lookInto, settingsOf } from './data-folder.js';
import { CommandError, type Io, NotRunningError, write } from './io.js';
import { sendSignal } from './send-signal.js';

/** `textmill reload`. */
export async function reloadGateway(io: Io): Promise<void> {
  const { dataDir } = settingsOf(io);
  lookInto(dataDir);
  const gateway = runningGateway(dataDir);
  if (gateway === undefined) throw new NotRunningError(dataDir);
  if (gateway.pid === undefined) throw new CommandError(`The process id of the gateway on ${dataDir} is unknown`);
  sendSignal('SIGHUP', gateway.pid, 'gateway');
  await write(io.stdout, `SIGHUP sent to the gateway ${gateway.pid}\n`);
}
