import { access } from '../shapes'
import type { Operation } from './operation'

/** What somebody may do, explained (P7). */
export const permissionOperations = [
  {
    id: 'readAccess',
    method: 'GET',
    address: '/app/access/{scope}',
    group: 'Permissions',
    summary: 'Says what the caller may do at a path and with its config, and which rows decided.',
    caller: 'token',
    query: [
      { name: 'email', description: 'Of somebody else; for Organization Administrators.' },
      { name: 'groups', description: 'The groups of that person, with commas between.' }
    ],
    answers: { 200: { description: 'The actions and the reasons.', body: access } },
    refusals: ['bad-path', 'bad-request', 'forbidden']
  }
] as const satisfies readonly Operation[]
