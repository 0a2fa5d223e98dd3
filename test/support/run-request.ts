import { engine } from './tool-cases.js';

/** The response of `POST /v1/run`. */
export interface RunResponse {
  readonly status: number;
  readonly result?: string;
  readonly results?: readonly { readonly id?: string; readonly result?: string; readonly error?: string }[];
  readonly error?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Of problem+json. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
}

/** Runs a request of `POST /v1/run` in the engine. */
export function runRequest(request: object): RunResponse {
  const { status, body, problem } = engine.execute('run', Buffer.from(JSON.stringify(request)));
  const response = JSON.parse(Buffer.from(body).toString()) as Omit<RunResponse, 'status' | 'details'>;
  return { ...response, status, details: problem?.details as RunResponse['details'] };
}
