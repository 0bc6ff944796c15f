import { access, newAccessRequest, accessRequest, accessAnswer, accessRequests } from '../shapes'
import { endpoint, type Operation } from './operation'

/** What somebody may do, explained (P7). */
export const permissionOperations = [
  {
    ...endpoint('readAccess', {
      email: 'Of somebody else; for Organization Administrators.',
      groups: 'The groups of that person, with commas between.'
    }),
    group: 'Permissions',
    summary: 'Says what the caller may do at a path and with its config, and which rows decided.',
    caller: 'token',
    answers: { 200: { description: 'The actions and the reasons.', body: access } },
    refusals: ['bad-path', 'bad-request', 'forbidden']
  }
] as const satisfies readonly Operation[]

/** Asking to be allowed more, and the answers (A13). */
export const accessRequestOperations = [
  {
    ...endpoint('askAccess'),
    group: 'Permissions',
    summary: 'Asks to be let read or write one document, in the caller’s own name.',
    description:
      'There is one request of a person for a path: another one takes its place. One that was refused within a day stays as it is. Whether there is something at the path makes no difference.',
    caller: 'token',
    body: { kind: 'json', schema: newAccessRequest, required: true },
    answers: { 200: { description: 'The request as it is now.', body: accessRequest } },
    refusals: ['bad-request', 'bad-path', 'too-many']
  },
  {
    ...endpoint('listAccessRequests'),
    group: 'Permissions',
    summary: 'Lists the caller’s own requests, and those that the caller may answer.',
    description:
      'Whoever may write the config of an organization may answer what is asked there. After 30 days a request is gone.',
    caller: 'token',
    answers: { 200: { description: 'Oldest first.', body: accessRequests } },
    refusals: []
  },
  {
    ...endpoint('answerAccessRequest'),
    group: 'Permissions',
    summary: 'Lets the person who asked read or write that document, or refuses.',
    description:
      'To let them adds a row to the permissions of the organization’s config, for exactly that path and that e-mail, which is a version like each change of it. Nobody gives what they may not do there themselves.',
    caller: 'token',
    body: { kind: 'json', schema: accessAnswer, required: true },
    answers: { 200: { description: 'The request with its answer.', body: accessRequest } },
    refusals: ['bad-request', 'bad-config', 'not-found', 'forbidden']
  },
  {
    ...endpoint('forgetAccessRequest'),
    group: 'Permissions',
    summary: 'Takes a request of the caller back, or puts its answer away.',
    caller: 'token',
    answers: { 204: { description: 'It is gone.', body: null } },
    refusals: ['not-found']
  }
] as const satisfies readonly Operation[]
