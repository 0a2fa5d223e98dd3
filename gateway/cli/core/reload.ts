import { runningGateway } from '../../store/folder-lock.js';
import { readSupervisorState } from '../../supervisor/supervisor-file.js';
import { actAsOwner, lookInto, settingsOf } from './data-folder.js';
import { CommandError, type Io, NotRunningError, print } from './io.js';
import { sendSignal } from './send-signal.js';

/** `textmill reload`. */
export async function reloadGateway(io: Io): Promise<void> {
  const { dataDir } = settingsOf(io);
  actAsOwner(dataDir);
  lookInto(dataDir);
  const gateway = runningGateway(dataDir);
  if (gateway === undefined) throw new NotRunningError(dataDir);
  const { supervisor, members = [] } = readSupervisorState(dataDir) ?? {};
  if (supervisor !== undefined && members.length > 1) {
    sendSignal('SIGHUP', supervisor.pid, 'supervisor');
    await print(io, `SIGHUP sent to the ${members.length} gateways of the supervisor ${supervisor.pid}\n`);
    return;
  }
  if (gateway.pid === undefined) throw new CommandError(`The process id of the gateway on ${dataDir} is unknown`);
  sendSignal('SIGHUP', gateway.pid, 'gateway');
  await print(io, `SIGHUP sent to the gateway ${gateway.pid}\n`);
}
