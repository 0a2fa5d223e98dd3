import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { baseUrl } from '#gateway/core/base-url.js';
import { createLog } from '#gateway/core/log.js';
import { readConfig } from '#gateway/server/config/config.js';
import { startGateway } from '#gateway/server/gateway.js';

/** A process like gateway/server/gateway-process.ts, with more folders of tools, which it gets as arguments. */
const config = readConfig(process.env);
const log = createLog(config.logLevel);
const toolDirectories = [toolsDirectory, ...process.argv.slice(2)];
const gateway = await startGateway({ config, log, toolDirectories });
log.info({ url: baseUrl(config.host, gateway.port, false) }, 'listening');
void gateway.ready.then(() => log.info('ready'));
