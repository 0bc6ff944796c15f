import { Button, Group, Loader, Table } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { SessionInfo } from '../../../../common/api/types'
import { api, isServedOverHttp, sentenceOf, useServiceEvents } from '../../api'
import { exactTime, relativeTime } from '../../components/formats'
import { notify, notifyFailure } from '../../workbench/toast'
import { AskInPlace } from './AskInPlace'
import { NewLink } from './NewLink'
import { askToRevokeEverything } from './revoke-everything'
import classes from './SettingsDialog.module.css'

/** Who is signed in with a browser (A5): looked at, ended, and let in. */
export function People() {
  const [sessions, setSessions] = useState<readonly SessionInfo[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = useCallback(
    () =>
      api.sessions().then(
        (found) => {
          setSessions(found)
          setProblem(null)
        },
        (error: unknown) => setProblem(sentenceOf(error))
      ),
    []
  )
  useEffect(() => void read(), [read])
  useServiceEvents((event) => {
    if (event.type === 'sessions' || event.type === 'hello') void read()
  })
  return (
    <>
      <section className={classes.section} aria-labelledby="people-heading">
        <h2 id="people-heading">Signed in with a browser</h2>
        <p className={classes.note}>
          A session ends two hours after its last use, and twelve hours after its start at the latest.
        </p>
        {problem && (
          <Group gap={8} role="alert">
            <span>{problem}</span>
            <Button variant="default" size="compact-sm" onClick={() => void read()}>
              Try again
            </Button>
          </Group>
        )}
        {sessions === null && !problem && <Loader size={16} />}
        {sessions?.length === 0 && <p className={classes.note}>Nobody is.</p>}
        {sessions && sessions.length > 0 && (
          <SessionTable sessions={sessions} onChanged={() => void read()} />
        )}
        {sessions && sessions.length > 1 && (
          <AskInPlace
            label="End all sessions…"
            question="Everybody has to sign in again, you too. End all sessions?"
            confirm="End all"
            onConfirm={() => void endAll().then(read)}
          />
        )}
      </section>
      {isServedOverHttp() ? (
        <section className={classes.section} aria-labelledby="link-heading">
          <h2 id="link-heading">Let somebody in</h2>
          <NewLink />
        </section>
      ) : (
        <p className={classes.note}>
          People open this workspace in a browser while <code>galley serve</code> serves it;{' '}
          <code>galley link</code> makes a link for each.
        </p>
      )}
      <section className={classes.section} aria-labelledby="revoke-heading">
        <h2 id="revoke-heading">In the wrong hands?</h2>
        <p className={classes.note}>
          Revokes every access token, ends every session and takes back every link that was not used. People
          and programs need new ones. What an identity provider gave out is ended there.
        </p>
        <div>
          <Button variant="default" size="compact-sm" onClick={() => void askToRevokeEverything()}>
            Revoke everything…
          </Button>
        </div>
      </section>
    </>
  )
}

function SessionTable({
  sessions,
  onChanged
}: {
  readonly sessions: readonly SessionInfo[]
  readonly onChanged: () => void
}) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
    <div className={classes.tokens} role="region" aria-labelledby="people-heading" tabIndex={0}>
      <Table verticalSpacing={6} horizontalSpacing={8} fz={13}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Who</Table.Th>
            <Table.Th>Opened at</Table.Th>
            <Table.Th>Since</Table.Th>
            <Table.Th className={classes.when ?? ''}>Last used</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map((session) => (
            <Table.Tr key={session.id}>
              <Table.Td className={classes.who ?? ''}>
                {session.name ?? session.email}
                <div className={classes.note}>{factsOf(session).join(' · ')}</div>
              </Table.Td>
              <Table.Td>{session.host}</Table.Td>
              <Table.Td className={classes.when ?? ''}>
                <Time at={session.startedAt} />
              </Table.Td>
              <Table.Td className={classes.when ?? ''}>
                <Time at={session.usedAt} />
              </Table.Td>
              <Table.Td>
                <AskInPlace
                  label="End…"
                  name={`End the session of ${session.email}, opened ${exactTime(session.startedAt)}`}
                  question={`${session.own ? 'You have' : `${session.name ?? session.email} has`} to sign in again. End the session?`}
                  confirm="End"
                  onConfirm={() => void end(session).then(onChanged)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** What is told of who it is, beside the name. */
const factsOf = ({ name, email, owner, groups, own }: SessionInfo): readonly string[] => [
  ...(name === undefined ? [] : [email]),
  ...(owner ? ['Owner'] : []),
  ...(groups.length === 0 ? [] : [`Groups: ${groups.join(', ')}`]),
  ...(own ? ['This browser'] : [])
]

function Time({ at }: { readonly at: number }) {
  return <span title={exactTime(at)}>{relativeTime(at)}</span>
}

const end = ({ id, email }: SessionInfo) =>
  api.endSession(id).then(
    () => notify(`The session of ${email} has ended.`),
    (error: unknown) => notifyFailure('The session was not ended', sentenceOf(error))
  )

const endAll = () =>
  api.endSessions().then(
    () => notify('All sessions have ended.'),
    (error: unknown) => notifyFailure('The sessions were not ended', sentenceOf(error))
  )
