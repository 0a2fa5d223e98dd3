import { RequestError } from '#engine/core/errors.js';
import { encodeJson } from '#engine/core/json.js';
import { Type } from '#engine/core/schema.js';
import { httpErrors } from '#gateway/core/errors.js';
import type { AdministrationRequest } from '../pipeline/route.js';
import { browserName } from '../sessions/browser-name.js';
import type { BegunSession, SignInLink } from '../sessions/sessions.js';
import { administered, authorOf, bodySchema, ok, read } from './administration.js';
import type { Endpoint, Services } from './endpoint.js';
import type { Vocabulary } from './openapi/vocabulary.js';
import { holderFields, sessionDocument, sessionResponse } from './sessions.js';

const signInRequest = bodySchema(
  Type.Object(
    {
      link: Type.String({ maxLength: 100, description: 'The secret of a sign-in link: what follows `#signin=` in it' }),
    },
    { additionalProperties: false },
  ),
);

/**
 * Begins a session. The one that the browser had before ends with it: nobody could end it any more.
 *
 * @throws {RequestError} if the admin token or the link is not valid, or the account is disabled; then no session has ended.
 */
async function signedIn(request: AdministrationRequest, services: Services): Promise<BegunSession> {
  const { head, body } = request;
  const { refusedSignIns, sessions, sessionCookie } = services;
  const browser = browserName(head.userAgent);
  const replaced = sessionCookie.read(head);
  const author = authorOf(request, services);
  if (head.adminToken !== '') {
    if (services.isAdminToken(head.adminToken)) {
      return sessions.begin({ role: 'operator', accountId: null }, browser, author, replaced);
    }
    refusedSignIns.note('session.sign-in-failed', request);
    throw new RequestError(httpErrors['invalid-admin-token']);
  }
  const secret = read(signInRequest, body).link;
  // Not used up: the operator may enable the account again.
  requireEnabled(await sessions.findLink(secret), services);
  const begun = await sessions.takeLink(secret, browser, author, replaced);
  if (begun !== undefined) return begun;
  refusedSignIns.note('session.sign-in-failed', request);
  throw new RequestError(httpErrors['invalid-sign-in-link']);
}

/** @throws {RequestError} if a link is for the owner of a disabled account. */
function requireEnabled(link: SignInLink | undefined, { keys }: Services): void {
  if (typeof link?.accountId === 'string' && keys.account(link.accountId)?.enabled === false) {
    throw new RequestError(httpErrors['account-disabled']);
  }
}

const signIn = administered(async (request, services) => {
  const { session, secret } = await signedIn(request, services);
  return {
    status: 201,
    body: encodeJson(sessionDocument(session, session)),
    headers: services.sessionCookie.give(request.head, secret),
  };
});

/** Says what {@link signIn} would do with a link, and does none of it. */
const previewSignIn = administered(
  async (request, services) => {
    const { head, body } = request;
    const { refusedSignIns, sessions, sessionCookie } = services;
    const link = await sessions.findLink(read(signInRequest, body).link);
    if (link === undefined) {
      refusedSignIns.note('session.sign-in-failed', request);
      throw new RequestError(httpErrors['invalid-sign-in-link']);
    }
    requireEnabled(link, services);
    const current = await sessions.find(sessionCookie.read(head));
    const { role, accountId, expiresAt } = link;
    return ok({
      begins: { role, accountId },
      ...(current !== undefined && { ends: sessionDocument(current, current) }),
      expiresAt: new Date(expiresAt).toISOString(),
    });
  },
  { changesNothing: true },
);

/** Begins sessions. */
export const signInEndpoints: readonly Endpoint[] = [
  {
    access: 'sign-in',
    path: '/sign-in',
    label: 'sign-in',
    takesAnyType: true,
    methods: { POST: signIn },
    audits: { POST: 'session.sign-in' },
    describe: (vocabulary) => ({
      post: {
        operationId: 'signIn',
        tags: ['Sessions'],
        summary: 'Sign in with a link, once, or with the admin token',
        description:
          'Begins a session, sets its cookie, and ends the session that the browser had before. Only for pages of the ' +
          'gateway itself. The console sends what follows `#signin=` in its address, once the user has pressed a button. ' +
          'With `x-admin-token`, no body is needed.',
        security: [{}, { adminToken: [] }],
        requestBody: linkBody(vocabulary, false),
        responses: vocabulary.responses(
          'limited',
          { 201: sessionResponse(vocabulary, 'The session', true) },
          ...(['BadSignIn', 'SignInRefused', 'OriginOrAccountRefused', 'RequestTimeout', 'BodyTooLarge'] as const),
          'BusyOrStoreFailed',
        ),
      },
    }),
    schemas: ({ requestSchema }) => ({ SignInRequest: requestSchema(signInRequest.schema) }),
    badRequests: ({ bodyErrors, invalidValue, missingField }) => ({
      BadSignIn: [
        ...bodyErrors,
        missingField('link'),
        invalidValue({ path: 'link', reason: 'must be a string', rule: 'type' }),
      ],
    }),
  },
  {
    access: 'sign-in',
    path: '/sign-in/preview',
    label: 'sign-in-preview',
    takesAnyType: true,
    methods: { POST: previewSignIn },
    describe: (vocabulary) => ({
      post: {
        operationId: 'previewSignIn',
        tags: ['Sessions'],
        summary: 'Whose session a link would begin, and which one would end',
        description:
          'Changes nothing, and does not use up the link: the console shows this before it signs in. Only for pages of ' +
          'the gateway itself.',
        security: [{}],
        requestBody: linkBody(vocabulary, true),
        responses: vocabulary.responses(
          'limited',
          { 200: previewResponse(vocabulary) },
          ...([
            'BadSignIn',
            'LinkRefused',
            'OriginOrAccountRefused',
            'RequestTimeout',
            'BodyTooLarge',
            'Busy',
          ] as const),
        ),
      },
    }),
    schemas: ({ objectOf, schemaReference, time }) => ({
      SignInPreview: objectOf(
        {
          begins: objectOf(holderFields),
          ends: schemaReference('Session'),
          expiresAt: time('When the link expires'),
        },
        { optional: ['ends'], description: '`ends` is absent if the browser has no session' },
      ),
    }),
  },
];

function linkBody({ example, jsonBody }: Vocabulary, isRequired: boolean) {
  const link = 'EXAMPLEexampleEXAMPLEexampleEXAMPLEexample0';
  return jsonBody('SignInRequest', example('A link', { link }), isRequired);
}

function previewResponse({ example, jsonResponse, sample }: Vocabulary) {
  const begins = { role: 'owner', accountId: sample.accountId };
  const shown = example('An invitation', { begins, expiresAt: '2026-02-07T09:30:00.000Z' });
  return jsonResponse('What would happen', 'SignInPreview', shown);
}
