import { RequestError } from '../../engine/core/errors.js';
import { encodeJson } from '../../engine/core/json.js';
import { Type } from '../../engine/core/schema.js';
import { httpErrors } from '../core/errors.js';
import type { Parameter } from '../openapi/types.js';
import type { Vocabulary } from '../openapi/vocabulary.js';
import type { AdministrationRequest } from '../request/route.js';
import { browserName } from '../sessions/browser-name.js';
import type { BegunSession, Session } from '../sessions/sessions.js';
import { actingIn, administered, bodySchema, found, ok, operatorOperation, read } from './administration.js';
import type { Endpoint, Services } from './endpoint.js';

const signInRequest = bodySchema(
  Type.Object(
    {
      link: Type.String({ maxLength: 100, description: 'The secret of a sign-in link: what follows `#signin=` in it' }),
    },
    { additionalProperties: false },
  ),
);

/** @param current - the session of the request, if it has one. */
export function sessionDocument({ createdAt, lastUsedAt, ...session }: Session, current: Session | undefined) {
  const times = { createdAt: new Date(createdAt).toISOString(), lastUsedAt: new Date(lastUsedAt).toISOString() };
  return { ...session, ...times, current: session.id === current?.id };
}

/**
 * Begins a session. The one that the browser had before ends with it: nobody could end it any more.
 *
 * @throws {RequestError} if the admin token or the link is not valid; then no session has ended.
 */
async function signedIn({ head, body }: AdministrationRequest, services: Services): Promise<BegunSession> {
  const { sessions, sessionCookie } = services;
  const browser = browserName(head.userAgent);
  const replaced = sessionCookie.read(head);
  if (head.adminToken !== '') {
    if (!services.isAdminToken(head.adminToken)) throw new RequestError(httpErrors['invalid-admin-token']);
    return sessions.begin({ role: 'operator', accountId: null }, browser, replaced);
  }
  const begun = await sessions.takeLink(read(signInRequest, body).link, browser, replaced);
  if (begun === undefined) throw new RequestError(httpErrors['invalid-sign-in-link']);
  return begun;
}

const signIn = administered(async (request, services) => {
  const { session, secret } = await signedIn(request, services);
  return {
    status: 201,
    body: encodeJson(sessionDocument(session, session)),
    headers: services.sessionCookie.give(request.head, secret),
  };
});

const signOut = administered(async ({ session, head }, { sessions, sessionCookie }) => {
  const ended = session && (await sessions.end(session.id));
  const reply = found(ended, (each) => sessionDocument(each, session));
  return { ...reply, headers: sessionCookie.take(head) };
});

const idParameter = ({ examples }: Vocabulary): Parameter => ({
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of the session',
  schema: { type: 'string' },
  example: examples.administrationExamples.session.id,
});

const sessionResponse = (
  { example, examples, headersOf, jsonResponse }: Vocabulary,
  description: string,
  isNew = false,
) => {
  const shown = example('A session', examples.administrationExamples.session);
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
              vocabulary.example('One session', { sessions: [vocabulary.examples.administrationExamples.session] }),
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
    access: 'sign-in',
    path: '/sign-in',
    label: 'sign-in',
    takesAnyType: true,
    methods: { POST: signIn },
    describe: (vocabulary) => ({
      post: {
        operationId: 'signIn',
        tags: ['Sessions'],
        summary: 'Sign in with a link, once, or with the admin token',
        description:
          'Begins a session, and sets its cookie. Only for pages of the gateway itself. The console sends what follows ' +
          '`#signin=` in its address. With `x-admin-token`, no body is needed.',
        security: [{}, { adminToken: [] }],
        requestBody: vocabulary.jsonBody(
          'SignInRequest',
          vocabulary.example('A link', vocabulary.examples.administrationExamples.signIn),
          false,
        ),
        responses: vocabulary.responses(
          'limited',
          { 201: sessionResponse(vocabulary, 'The session', true) },
          ...(['BadSignIn', 'SignInRefused', 'OriginRefused', 'RequestTimeout', 'BodyTooLarge'] as const),
          'BusyOrStoreFailed',
        ),
      },
    }),
  },
  {
    access: 'session',
    path: '/sessions/current',
    label: 'current-session',
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
    methods: {
      DELETE: administered(async (request, services) => {
        const ended = await services.sessions.end(request.parameters.id ?? '', actingIn(request, services));
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

function sessionSchemas({ objectOf, requestSchema, schemaReference, text, time }: Vocabulary) {
  return {
    SignInRequest: requestSchema(signInRequest.schema),
    Session: objectOf({
      id: text('Identifier of the session; never its secret'),
      role: { type: 'string', enum: ['operator', 'owner'], description: 'What the session may do' },
      accountId: { type: ['string', 'null'], description: 'The account of an owner; null for the operator' },
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
