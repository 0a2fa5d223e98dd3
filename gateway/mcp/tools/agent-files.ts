import { RequestError, requestError } from '#engine/core/errors.js';
import { type Static, Type } from '#engine/core/schema.js';
import type { OperationName } from '#engine/operations/operation.js';
import type { AgentTool, Caller } from './agent-tool.js';
import type { Fields } from './text-engine.js';

/** What a call that reads or writes a file has beside the options of its operation. */
export interface FileCall {
  /** The text itself, for a call that only writes. */
  readonly input?: string;
  readonly input_file?: string;
  readonly input_encoding?: string;
  readonly output_file?: string;
  readonly overwrite?: boolean;
  readonly resultOffset: number;
  readonly resultLimit: number;
}

/** The files that a person has opened for an agent. All methods throw a {@link RequestError} for what they refuse. */
export interface AgentFiles {
  /** Whether there is a folder that may be written to. */
  readonly isWritable: boolean;
  /** Lists a folder; '' is the top. */
  list(folder: string, offset: number): Promise<Fields>;
  /** Looks at a file. @param lines - how many of its first lines the response has. */
  describe(file: string, lines: number, encoding: string | undefined, caller?: Caller): Promise<Fields>;
  /** Checks that the files of a call can be read and written, and changes nothing. */
  check(call: FileCall): Promise<void>;
  /**
   * Runs an operation on a file, or writes its result to one.
   *
   * @param options - those of the operation: steps, or fields of its HTTP request.
   * @returns the response; `whole` has the result if it is to be kept for later calls.
   */
  run(operation: OperationName, call: FileCall, options: Fields, caller?: Caller): Promise<Fields>;
}

/** Returns the refusal of a call because of a file. @param sentence - names nothing outside of the opened folders. */
export function fileRefusal(sentence: string): RequestError {
  return new RequestError({ code: 'file-refused', status: 400, title: 'File refused', sentence, details: {} });
}

const ListInput = Type.Object(
  {
    folder: Type.String({ default: '', description: 'As in a response; by default the top' }),
    offset: Type.Integer({ default: 0, minimum: 0, description: 'nextOffset of the last response' }),
  },
  { additionalProperties: false },
);

const input_encoding = Type.Optional(Type.String({ description: 'Such as windows-1252; found out by default' }));

const DescribeInput = Type.Object(
  {
    file: Type.String({ description: 'As in list_files' }),
    lines: Type.Integer({ default: 5, minimum: 0, maximum: 50, description: 'How many first lines to show' }),
    input_encoding,
  },
  { additionalProperties: false },
);

/** `list_files` and `describe_file`. */
export function fileTools(files: AgentFiles): readonly AgentTool[] {
  return [
    {
      name: 'list_files',
      title: 'List files',
      use: 'Lists the files and folders in a folder that the user has opened. Use it to find the name of a file.',
      examples: [],
      input: ListInput,
      call(request) {
        const { folder, offset } = request as Static<typeof ListInput>;
        return files.list(folder, offset);
      },
    },
    {
      name: 'describe_file',
      title: 'Look at a file',
      use: 'Tells what a file is: format, encoding, size, columns with types, rows, its first lines, and steps that suit it. Use it before you work on a file, in place of reading it.',
      examples: [],
      input: DescribeInput,
      call(request, _context, caller) {
        const { file, lines, input_encoding: encoding } = request as Static<typeof DescribeInput>;
        return files.describe(file, lines, encoding, caller);
      },
    },
  ];
}

/** The arguments that are the text of a call: a file stands in the place of them all. */
const sources = ['input', 'input_id', 'urls', 'url', 'lines'];

const use =
  'For a file give input_file, and output_file for a result that is long: then its text passes through nobody.';

/**
 * Lets a tool read and write files.
 *
 * @param list - the argument that has the lines of the text as an array, if there is one.
 */
export function withFiles(tool: AgentTool, operation: OperationName, files: AgentFiles, list = ''): AgentTool {
  const writing = {
    output_file: Type.Optional(Type.String({ description: 'Takes the whole result; the response shows its start' })),
    overwrite: Type.Optional(Type.Boolean({ description: 'Replace output_file, even if it is input_file' })),
  };
  const properties = {
    ...tool.input.properties,
    input_file: Type.Optional(Type.String({ description: 'In place of input, of any size if steps work on lines' })),
    input_encoding,
    ...(files.isWritable && writing),
  };
  return {
    ...tool,
    use: `${tool.use} ${use}`,
    input: { ...tool.input, properties },
    writes: files.isWritable,
    async call(request, context, caller) {
      const { input_file, input_encoding: encoding, output_file, overwrite, ...call } = request as Fields & FileCall;
      if (input_file === undefined && output_file === undefined) return tool.call(call, context);
      const fields = [
        ...sources.filter((source) => call[source] !== undefined),
        ...(input_file === undefined ? [] : ['input_file']),
      ];
      const isCheck = call.validate === true;
      if (fields.length > 1) throw requestError('only-one-of', { fields });
      if (fields.length === 0 && !isCheck) throw fileRefusal('There is no text: give input or input_file');
      const { input, input_id, url, [list]: elements, resultOffset, resultLimit, ...options } = call as Fields;
      const text = typeof input_id === 'string' ? context.textOf(input_id, {}) : (input ?? url ?? elements);
      const fileCall = {
        input_file,
        input_encoding: encoding,
        output_file,
        overwrite,
        resultOffset,
        resultLimit,
        input: Array.isArray(text) ? text.join('\n') : text,
      } as FileCall;
      if (!isCheck)
        return context.withIds(await files.run(operation, fileCall, options, caller), undefined, () => undefined);
      await files.check(fileCall);
      return tool.call(call, context);
    },
  };
}
