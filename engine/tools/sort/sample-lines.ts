import { Type } from '../../core/schema.js';
import { defineLineTool } from '../../text/lines/line-tool.js';
import { sampleOf, samplingOptions } from '../../text/order/sampling.js';

export default defineLineTool({
  slug: 'sample-lines',
  title: 'Sample lines',
  description:
    'Keeps a random sample of the lines, in their order. The sample depends on the seed: the same lines with the same seed always give the same sample. Do not use it for draws that must be fair.',
  config: Type.Object(samplingOptions('lines')),
  examples: [
    { input: 'a\nb\nc\nd\ne', config: { seed: '1', count: 2 }, output: 'b\ne' },
    { input: 'a\nb\nc\nd\ne\n', config: { seed: 'Tuesday', percent: 60 }, output: 'a\nc\ne\n' },
    { input: 'only one', config: { seed: '1', count: 3 }, output: 'only one' },
  ],
  transformLines: (lines, sampling) => sampleOf(lines, sampling),
});
