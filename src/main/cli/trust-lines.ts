import type { WouldDo } from '../../common/trust'

/** What a workspace would set going, a line each, indented. */
export function linesOf({ syncs, imports, identityProvider, tokens, sessions }: WouldDo): string[] {
  return [
    ...syncs.flatMap(({ name, address, signIn, pairs }) => [
      ...pairs.map(
        ({ local, remote, paused }) =>
          `  sync ${local} with ${remote} at ${address} (${name}): sends what changes here, takes what changes there${
            paused ? '; only when told to' : ', by itself'
          }`
      ),
      ...(pairs.length === 0 ? [`  know the server ${address} (${name}), paired with nothing`] : []),
      ...(signIn === null ? [] : [`  send its person to sign in at ${signIn}, for ${address}`])
    ]),
    ...imports.map(({ into, state, hosts }) =>
      state === 'paused'
        ? `  keep a paused import into ${into}${from(hosts)}`
        : `  go on with an import into ${into}${from(hosts)}`
    ),
    ...(identityProvider
      ? [`  believe tokens of ${identityProvider.issuer} made for ${identityProvider.audience}`]
      : []),
    ...tokens.map(
      ({ kind, email, groups, site }) =>
        `  let in whoever has its ${kind} token of ${email}${groups.length > 0 ? ` (${groups.join(', ')})` : ''}${
          site === undefined ? '' : ` for ${site}`
        }`
    ),
    ...(sessions > 0
      ? [`  let in ${sessions} ${sessions === 1 ? 'browser' : 'browsers'} that signed in before`]
      : [])
  ]
}

const from = (hosts: readonly string[]): string =>
  hosts.length > 0 ? `, from ${hosts.join(', ')}` : ', from what is published in it'
