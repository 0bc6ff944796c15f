import { Alert } from '@mantine/core'
import { nameOf, siteOf } from '../../../../common/content/paths'
import { ViewHead } from '../../components/ViewHead'
import { Waiting } from '../../components/Waiting'
import type { ToolViewProps } from '../../workbench/contributions'
import { Connect } from './Connect'
import { Deciding } from './deciding/Deciding'
import { PairView } from './PairView'
import { noFiles } from './pair-files'
import { setDeciding, useDeciding } from './screen'
import { reloadSync, useSync } from './sync-store'
import classes from './sync.module.css'

/** The sync of one site: connecting it, how it stands, and what waits for a decision. */
export function SyncView({ path }: ToolViewProps) {
  const site = siteOf(path)
  const { overview, problem, files } = useSync()
  const deciding = useDeciding(site)
  const reload = () => void reloadSync()
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
  if (open) {
    const remote = overview.remotes.find(({ id }) => id === open.remoteId)
    return (
      <Deciding pair={open} remote={remote} first={deciding.key} onBack={() => setDeciding(site, null)} />
    )
  }
  return (
    <div className={classes.view}>
      <ViewHead
        title={`Sync of ${nameOf(site)}`}
        lead="Both sides get what the other has changed. Nothing is overwritten unseen."
      />
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
            files={files.get(pair.id) ?? noFiles}
            onDecide={(key) => setDeciding(site, { pair: pair.id, key })}
            onChange={reload}
          />
        ))}
        {pairs.length === 0 && <Connect site={site} remotes={overview.remotes} onDone={reload} />}
      </div>
    </div>
  )
}
