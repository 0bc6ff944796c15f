import { access } from '../shapes'
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
