import { encodeJson } from '#engine/core/json.js';
import type { SignInLink } from '../sessions/sessions.js';
import { accountParameter } from './account-changes.js';
import { administered, authorOf, found, ok, operatorOperation } from './administration.js';
import type { Endpoint } from './endpoint.js';
import type { Parameter } from './openapi/types.js';
import type { Vocabulary } from './openapi/vocabulary.js';
import { sessionDocument, sessionExample } from './sessions.js';

/** An invitation is a sign-in link of an account's owner. */
function invitationDocument({ id, accountId, createdAt, expiresAt }: SignInLink) {
  return { id, accountId, createdAt: new Date(createdAt).toISOString(), expiresAt: new Date(expiresAt).toISOString() };
}

const invitationExample = ({ sample }: Vocabulary) => ({
  id: 'link_7Hd2kQx9LmR4vTn8Wc3B',
  accountId: sample.accountId,
  createdAt: sample.createdAt,
  expiresAt: '2026-02-07T09:30:00.000Z',
});

const invitationParameter = (vocabulary: Vocabulary): Parameter => ({
  name: 'invitation',
  in: 'path',
  required: true,
  description: 'Identifier of the invitation',
  schema: { type: 'string' },
  example: invitationExample(vocabulary).id,
});

/** The invitations and sessions of an account's owner, for the operator. */
export const invitationEndpoints: readonly Endpoint[] = [
  {
    access: 'operator',
    path: '/accounts/{id}/invitations',
    label: 'invitations',
    audits: { POST: 'invitation.create' },
    takesAnyType: true,
    methods: {
      GET: administered(async ({ parameters: { id = '' } }, { clock, keys, sessions }) => {
        if (keys.account(id) === undefined) return found(undefined, () => ({}));
        const isOpen = ({ usedAt, expiresAt }: SignInLink) => usedAt === null && expiresAt > clock.now();
        return ok({ invitations: (await sessions.links(id)).filter(isOpen).map(invitationDocument) });
      }),
      POST: administered(async (request, services) => {
        const { id = '' } = request.parameters;
        const holder = { role: 'owner', accountId: id } as const;
        const issued = await services.sessions.createLink(holder, authorOf(request, services));
        if (issued === undefined) return found(undefined, () => ({}));
        const url = `${services.consoleUrl(request.head)}#signin=${issued.secret}`;
        return { status: 201, body: encodeJson({ ...invitationDocument(issued.link), url }) };
      }),
    },
    describe: (vocabulary) => {
      const { example, jsonResponse } = vocabulary;
      const invitation = invitationExample(vocabulary);
      const url = 'https://text.example.com/console/#signin=EXAMPLEexampleEXAMPLEexampleEXAMPLEexample0';
      return {
        get: {
          ...operatorOperation(vocabulary, 'listInvitations', 'The open invitations of an account', {
            description: 'Newest first, without their links. Those that were used or have expired are not listed.',
            parameters: [accountParameter(vocabulary)],
            successes: {
              200: jsonResponse(
                'The invitations',
                'InvitationList',
                example('One invitation', { invitations: [invitation] }),
              ),
            },
            special: ['NotFound'],
          }),
          tags: ['Sessions'],
        },
        post: {
          ...operatorOperation(vocabulary, 'createInvitation', 'Invite the owner of an account', {
            description:
              'The response contains the link. It is not stored, so it cannot be shown again. It signs one browser in, once, ' +
              'within 7 days; whoever has it sees and changes the keys of this account. Of more than 20 links, the oldest is deleted.',
            parameters: [accountParameter(vocabulary)],
            successes: {
              201: jsonResponse('The invitation', 'IssuedInvitation', example('An invitation', { ...invitation, url })),
            },
            special: ['NotFound', 'BusyOrStoreFailed'],
          }),
          tags: ['Sessions'],
        },
      };
    },
    schemas: ({ objectOf, schemaReference, text, time }) => {
      const invitation = {
        id: text('Identifier of the invitation'),
        accountId: text('The account'),
        createdAt: time('When the owner was invited'),
        expiresAt: time('When the link expires'),
      };
      return {
        Invitation: objectOf(invitation),
        IssuedInvitation: objectOf({ ...invitation, url: text('The link, shown only now') }),
        InvitationList: objectOf({
          invitations: { type: 'array', items: schemaReference('Invitation'), description: 'Newest first' },
        }),
      };
    },
  },
  {
    access: 'operator',
    path: '/accounts/{id}/invitations/{invitation}',
    label: 'invitation',
    audits: { DELETE: 'invitation.delete' },
    methods: {
      DELETE: administered(async (request, services) => {
        const { id = '', invitation = '' } = request.parameters;
        const isDeleted = await services.sessions.deleteLink(invitation, id, authorOf(request, services));
        return found(isDeleted ? { id: invitation } : undefined, (deleted) => deleted);
      }),
    },
    describe: (vocabulary) => ({
      delete: {
        ...operatorOperation(vocabulary, 'deleteInvitation', 'Take an invitation back', {
          description: 'Its link is refused from now on. One that was used is not found: end the session.',
          parameters: [accountParameter(vocabulary), invitationParameter(vocabulary)],
          successes: {
            200: vocabulary.jsonResponse(
              'The identifier of the deleted invitation',
              'DeletedInvitation',
              vocabulary.example('An invitation', { id: invitationExample(vocabulary).id }),
            ),
          },
          special: ['NotFound', 'BusyOrStoreFailed'],
        }),
        tags: ['Sessions'],
      },
    }),
    schemas: ({ objectOf, text }) => ({ DeletedInvitation: objectOf({ id: text('Identifier of the invitation') }) }),
  },
  {
    access: 'operator',
    path: '/accounts/{id}/sessions',
    label: 'account-sessions',
    audits: { DELETE: 'session.end-all' },
    methods: {
      GET: administered(async ({ parameters: { id = '' }, session }, { keys, sessions }) => {
        if (keys.account(id) === undefined) return found(undefined, () => ({}));
        return ok({ sessions: (await sessions.list(id)).map((each) => sessionDocument(each, session)) });
      }),
      DELETE: administered(async (request, services) => {
        const { id = '' } = request.parameters;
        if (services.keys.account(id) === undefined) return found(undefined, () => ({}));
        return ok({ ended: await services.sessions.endAllOf(id, authorOf(request, services)) });
      }),
    },
    describe: (vocabulary) => {
      const { example, jsonResponse, sample } = vocabulary;
      const owner = { role: 'owner', accountId: sample.accountId, current: false };
      const sessions = [{ ...sessionExample(vocabulary), ...owner }];
      return {
        get: {
          ...operatorOperation(vocabulary, 'listOwnerSessions', "The signed-in browsers of an account's owner", {
            parameters: [accountParameter(vocabulary)],
            successes: { 200: jsonResponse('The sessions', 'SessionList', example('One session', { sessions })) },
            special: ['NotFound'],
          }),
          tags: ['Sessions'],
        },
        delete: {
          ...operatorOperation(vocabulary, 'endOwnerSessions', "End all sessions of an account's owner", {
            description: 'Takes all open invitations of the account back as well.',
            parameters: [accountParameter(vocabulary)],
            successes: { 200: jsonResponse('Their number', 'EndedSessions', example('One session', { ended: 1 })) },
            special: ['NotFound', 'BusyOrStoreFailed'],
          }),
          tags: ['Sessions'],
        },
      };
    },
    schemas: ({ count, objectOf }) => ({
      EndedSessions: objectOf({ ended: count('Number of sessions that were ended') }),
    }),
  },
];
