import type { WouldDo } from '../../../../common/trust'

/** What the trust of a workspace says to people. */
export const words = {
  banner: 'This workspace was made elsewhere. Syncs, imports and sign-ins are off until you trust it.',
  held: 'Galley ended while this workspace was starting. So syncs and imports do not go on by themselves this time.',
  heldServed:
    'The last two starts of this service were cut off. So syncs and imports do not go on by themselves until it is started with --go-on, or once more after it has ended in order.',
  whatWouldItDo: 'What would it do?',
  trust: 'Trust this workspace',
  goOn: 'Let them go on',
  restricted: 'Restricted',
  nothing: 'It would set nothing going by itself: it has no syncs, imports, sign-ins or tokens.',
  lead: 'You can read, write and publish in it as it is. Once you trust it, it would:',
  leadTrusted: 'You trust this workspace on this computer. It may:',
  ask: 'Trust it when you know who made it and these hosts are as you expect. This computer remembers it for this folder; a copy is asked about again.',
  trusted: 'You trust this workspace now. What it syncs and imports goes on.',
  notTrusted: 'You trust this workspace no longer. Syncs, imports and sign-ins are off.'
} as const

export interface WouldDoLine {
  readonly kind: 'sync' | 'sign-in' | 'import' | 'provider' | 'token' | 'session'
  readonly text: string
  /** Whom it asks, as it is asked for. */
  readonly host: string | null
}

/** What a workspace sets going, a line each. */
export function linesOf({ syncs, imports, identityProvider, tokens, sessions }: WouldDo): WouldDoLine[] {
  return [
    ...syncs.flatMap(({ name, address, signIn, pairs }): WouldDoLine[] => [
      ...pairs.map(({ local, remote, paused }): WouldDoLine => ({
        kind: 'sync',
        text: `Send what changes in ${local} to ${remote} of “${name}”, and take what changes there${paused ? ', when told to' : ', by itself'}`,
        host: address
      })),
      ...(pairs.length === 0
        ? [{ kind: 'sync' as const, text: `Know the server “${name}”, paired with nothing`, host: address }]
        : []),
      ...(signIn === null
        ? []
        : [{ kind: 'sign-in' as const, text: `Let you sign in for “${name}”`, host: signIn }])
    ]),
    ...imports.map(({ into, state, hosts }): WouldDoLine => ({
      kind: 'import',
      text:
        state === 'paused'
          ? `Keep a paused import into ${into} at hand`
          : `Go on with an import into ${into}`,
      host: hosts.length > 0 ? hosts.join(', ') : null
    })),
    ...(identityProvider
      ? [
          {
            kind: 'provider' as const,
            text: `Believe the sign-ins of a provider, made for ${identityProvider.audience}`,
            host: identityProvider.issuer
          }
        ]
      : []),
    ...tokens.map(({ kind, email, groups, site }): WouldDoLine => ({
      kind: 'token',
      text: `Let in whoever has the ${kind} token of ${email}${groups.length > 0 ? ` (${groups.join(', ')})` : ''}${site === undefined ? '' : ` for ${site}`}`,
      host: null
    })),
    ...(sessions > 0
      ? [
          {
            kind: 'session' as const,
            text: `Let in ${sessions === 1 ? 'a browser' : `${sessions} browsers`} that signed in before`,
            host: null
          }
        ]
      : [])
  ]
}
