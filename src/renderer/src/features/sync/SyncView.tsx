import { Alert } from '@mantine/core'
import { useState } from 'react'
import { nameOf, segmentsOf, contentPath } from '../../../../common/content/paths'
import { Waiting } from '../editors/Waiting'
import type { ToolViewProps } from '../tools'
import { Connect } from './Connect'
import { Conflicts } from './Conflicts'
import { PairView } from './PairView'
import { useSync } from './use-sync'
import classes from './sync.module.css'

/** The sync of one site: connecting it, how it stands, and what waits for a decision. */
export function SyncView({ path }: ToolViewProps) {
  const site = contentPath(`/${segmentsOf(path).slice(0, 2).join('/')}`)
  const { overview, problem, reload } = useSync()
  const [deciding, setDeciding] = useState<{ readonly pair: string; readonly key: string | null } | null>(
    null
  )
  if (!overview) {
    if (problem === null) return <Waiting what="the sync" />
    return (
      <Alert color="red" role="alert" m={24}>
        {problem}
      </Alert>
    )
  }
  const pairs = overview.pairs.filter(({ local }) => local === site || local.startsWith(`${site}/`))
  const open = deciding && pairs.find(({ id }) => id === deciding.pair)
  if (open) return <Conflicts pair={open} first={deciding.key} onBack={() => setDeciding(null)} />
  return (
    <div className={classes.view}>
      <header className={classes.head}>
        <div>
          <h2>Sync of {nameOf(site)}</h2>
          <p>Both sides get what the other has changed. Nothing is overwritten unseen.</p>
        </div>
      </header>
      <div className={classes.scroll}>
        {problem !== null && (
          <Alert color="red" role="alert" mb={16}>
            {problem}
          </Alert>
        )}
        {pairs.map((pair) => (
          <PairView
            key={pair.id}
            pair={pair}
            remote={overview.remotes.find(({ id }) => id === pair.remoteId)}
            onDecide={(key) => setDeciding({ pair: pair.id, key })}
            onChange={reload}
          />
        ))}
        {pairs.length === 0 && <Connect site={site} remotes={overview.remotes} onDone={reload} />}
      </div>
    </div>
  )
}
