import type { Session } from '../sessions/sessions.js';
import { administered, authorOf, found, ok, operatorOperation } from './administration.js';
import type { Endpoint } from './endpoint.js';
import type { JsonSchema, Parameter } from './openapi/types.js';
import type { Vocabulary } from './openapi/vocabulary.js';

/** @param current - the session of the request, if it has one. */
export function sessionDocument({ createdAt, lastUsedAt, ...session }: Session, current: Session | undefined) {
  const times = { createdAt: new Date(createdAt).toISOString(), lastUsedAt: new Date(lastUsedAt).toISOString() };
  return { ...session, ...times, current: session.id === current?.id };
}

const signOut = administered(async (request, services) => {
  const { session, head } = request;
  // Whether the session has ended meanwhile makes no difference.
  const author = { ...authorOf(request, services), acting: undefined };
  const ended = session && (await services.sessions.end(session.id, author));
  const result = found(ended, (each) => sessionDocument(each, session));
  return { ...result, headers: services.sessionCookie.take(head) };
});

/** An example of an operator's session. */
export function sessionExample({ sample }: Vocabulary) {
  return {
    id: 'ses_7Hd2kQx9LmR4vTn8Wc3B',
    role: 'operator',
    accountId: null,
    browser: 'Firefox on Linux',
    createdAt: sample.createdAt,
    lastUsedAt: sample.now,
    current: true,
  };
}

const idParameter = (vocabulary: Vocabulary): Parameter => ({
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of the session',
  schema: { type: 'string' },
  example: sessionExample(vocabulary).id,
});

/** @param isNew - whether the response sets or removes the cookie. */
export const sessionResponse = (vocabulary: Vocabulary, description: string, isNew = false) => {
  const { example, headersOf, jsonResponse } = vocabulary;
  const shown = example('A session', sessionExample(vocabulary));
  return jsonResponse(description, 'Session', shown, isNew ? headersOf('Set-Cookie') : headersOf());
};

/** Signed-in browsers. */
export const sessionEndpoints: readonly Endpoint[] = [
  {
    access: 'operator',
    path: '/sessions',
    label: 'sessions',
    methods: {
      GET: administered(async ({ session }, { sessions }) => {
        const all = await sessions.list();
        return ok({ sessions: all.map((each) => sessionDocument(each, session)) });
      }),
    },
    describe: (vocabulary) => ({
      get: {
        ...operatorOperation(vocabulary, 'listSessions', 'The signed-in browsers', {
          description: 'Those of operators and of owners, the ones used last first. Ended sessions are not listed.',
          successes: {
            200: vocabulary.jsonResponse(
              'The sessions',
              'SessionList',
              vocabulary.example('One session', { sessions: [sessionExample(vocabulary)] }),
            ),
          },
          special: [],
        }),
        tags: ['Sessions'],
      },
    }),
    schemas: sessionSchemas,
  },
  {
    access: 'session',
    path: '/sessions/current',
    label: 'current-session',
    audits: { DELETE: 'session.sign-out' },
    methods: {
      GET: administered(({ session }) => found(session, (each) => sessionDocument(each, session))),
      DELETE: signOut,
    },
    describe: (vocabulary) => ({
      get: {
        operationId: 'getCurrentSession',
        tags: ['Sessions'],
        summary: 'Who is signed in',
        security: vocabulary.sessionRequired,
        responses: vocabulary.responses('signedIn', { 200: sessionResponse(vocabulary, 'The session') }),
      },
      delete: {
        operationId: 'signOut',
        tags: ['Sessions'],
        summary: 'Sign out',
        description: 'Ends the session, and removes its cookie.',
        security: vocabulary.sessionRequired,
        responses: vocabulary.responses(
          'signedIn',
          { 200: sessionResponse(vocabulary, 'The ended session', true) },
          'NotFound',
          'BusyOrStoreFailed',
        ),
      },
    }),
  },
  {
    access: 'operator',
    path: '/sessions/{id}',
    label: 'session',
    audits: { DELETE: 'session.end' },
    methods: {
      DELETE: administered(async (request, services) => {
        const ended = await services.sessions.end(request.parameters.id ?? '', authorOf(request, services));
        return found(ended, (each) => sessionDocument(each, request.session));
      }),
    },
    describe: (vocabulary) => ({
      delete: {
        ...operatorOperation(vocabulary, 'endSession', 'End a session', {
          description: 'Its next request is refused, at every gateway.',
          parameters: [idParameter(vocabulary)],
          successes: { 200: sessionResponse(vocabulary, 'The ended session') },
          special: ['NotFound', 'BusyOrStoreFailed'],
        }),
        tags: ['Sessions'],
      },
    }),
  },
];

/** Whose session it is. */
export const holderFields = {
  role: { type: 'string', enum: ['operator', 'owner'], description: 'What the session may do' },
  accountId: { type: ['string', 'null'], description: 'The account of an owner; null for the operator' },
} satisfies Readonly<Record<string, JsonSchema>>;

function sessionSchemas({ objectOf, schemaReference, text, time }: Vocabulary) {
  return {
    Session: objectOf({
      id: text('Identifier of the session; never its secret'),
      ...holderFields,
      browser: text('A short name of the browser'),
      createdAt: time('When somebody signed in'),
      lastUsedAt: time('When the session was last used, to the minute'),
      current: { type: 'boolean', description: 'Whether the request has this session' },
    }),
    SessionList: objectOf({
      sessions: { type: 'array', items: schemaReference('Session'), description: 'Those used last first' },
    }),
  };
}
