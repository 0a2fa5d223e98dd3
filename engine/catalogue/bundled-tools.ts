import type { Tool } from '../core/tool.js';

interface ToolModule {
  readonly default?: Tool;
}

/**
 * The modules of tools that are part of the same bundle as the catalogue, by `<category>/<slug>`. In the bundle of the
 * gateway, gateway/build/bundle.mjs replaces this module: an event loop loads all tools, and one file loads faster than
 * two hundred. In that for browsers, each is loaded when it is asked for.
 */
export const bundledTools: Readonly<Record<string, ToolModule | Promise<ToolModule>>> = {};
