import { toolsDirectory } from '../../engine/catalogue.js';
import { baseUrl } from '../../gateway/base-url.js';
import { readConfig } from '../../gateway/config.js';
import { startGateway } from '../../gateway/gateway.js';
import { createLog } from '../../gateway/log.js';

/** A process like that of gateway/gateway-process.ts, with further folders of tools: those that it is given as arguments. */
const config = readConfig(process.env);
const log = createLog(config.logLevel);
const toolDirectories = [toolsDirectory, ...process.argv.slice(2)];
const gateway = await startGateway({ config, log, toolDirectories });
log.info({ url: baseUrl(config.host, gateway.port, false) }, 'listening');
void gateway.ready.then(() => log.info('ready'));
