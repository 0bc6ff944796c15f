import { Button, Group, Loader, Table } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { TokenInfo } from '../../../../common/api/types'
import { api, sentenceOf } from '../../api'
import { exactTime, relativeTime } from '../../components/formats'
import { notify, notifyFailure } from '../../workbench/toast'
import { openTokenReturn } from '../moment'
import { AskInPlace } from './AskInPlace'
import { NewToken } from './NewToken'
import classes from './SettingsDialog.module.css'

const kinds = { access: 'Access', site: 'Site', admin: 'Admin' } as const
const states = { valid: 'Valid', expired: 'Expired', revoked: 'Revoked' } as const

/** Every token of the workspace (A2, A3): made, looked at and revoked. */
export function Tokens() {
  const [tokens, setTokens] = useState<readonly TokenInfo[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = useCallback(
    () =>
      api.tokens().then(
        (found) => {
          setTokens(found)
          setProblem(null)
        },
        (error: unknown) => setProblem(sentenceOf(error))
      ),
    []
  )
  useEffect(() => void read(), [read])

  return (
    <section className={classes.section} aria-labelledby="tokens-heading">
      <h2 id="tokens-heading">Access tokens</h2>
      <p className={classes.note}>
        Scripts and other programs come with a token. Its text is shown once, when it is made; only its hash
        is kept.
      </p>
      {problem && (
        <Group gap={8} role="alert">
          <span>{problem}</span>
          <Button variant="default" size="compact-sm" onClick={() => void read()}>
            Try again
          </Button>
        </Group>
      )}
      {!tokens && !problem && <Loader size={16} aria-label="Loading tokens" />}
      {tokens?.length === 0 && <p className={classes.note}>There is no token yet.</p>}
      {tokens && tokens.length > 0 && <TokenTable tokens={tokens} onChanged={() => void read()} />}
      <NewToken onMade={() => void read()} />
    </section>
  )
}

function TokenTable({
  tokens,
  onChanged
}: {
  readonly tokens: readonly TokenInfo[]
  readonly onChanged: () => void
}) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
    <div className={classes.tokens} role="region" aria-labelledby="tokens-heading" tabIndex={0}>
      <Table verticalSpacing={6} horizontalSpacing={8} fz={13}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Kind</Table.Th>
            <Table.Th>For</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map((token) => (
            <Table.Tr key={token.id}>
              <Table.Td>{kinds[token.kind]}</Table.Td>
              <Table.Td className={classes.who ?? ''}>
                {token.email}
                {token.site !== undefined && <div className={classes.note}>{token.site}</div>}
                {token.groups.length > 0 && (
                  <div className={classes.note}>Groups: {token.groups.join(', ')}</div>
                )}
              </Table.Td>
              <Table.Td>{token.expiresAt === undefined ? 'Never' : <Time at={token.expiresAt} />}</Table.Td>
              <Table.Td>{token.usedAt === undefined ? 'Never' : <Time at={token.usedAt} />}</Table.Td>
              <Table.Td>
                <span className={token.state === 'valid' ? undefined : classes.note}>
                  {states[token.state]}
                </span>
              </Table.Td>
              <Table.Td>
                <Group gap={4} wrap="nowrap">
                  {token.kind === 'access' && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={`Bring back what the token of ${token.email} did`}
                      onClick={() => void openTokenReturn(token.id)}
                    >
                      Bring back…
                    </Button>
                  )}
                  {token.state === 'valid' && <Revoke token={token} onChanged={onChanged} />}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Time({ at }: { readonly at: number }) {
  return <span title={exactTime(at)}>{relativeTime(at)}</span>
}

function Revoke({ token, onChanged }: { readonly token: TokenInfo; readonly onChanged: () => void }) {
  const revoke = () =>
    api.revokeToken(token.id).then(
      () => {
        notify(`The token of ${token.email} is revoked. Whatever uses it is refused from now on.`)
        onChanged()
      },
      (error: unknown) => notifyFailure('The token was not revoked', sentenceOf(error))
    )
  return (
    <AskInPlace
      label="Revoke…"
      name={`Revoke the ${token.kind} token of ${token.email}`}
      question="It cannot be used again. Revoke it?"
      confirm="Revoke"
      onConfirm={() => void revoke()}
    />
  )
}
