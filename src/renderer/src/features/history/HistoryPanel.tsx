import { Button, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconHistory, IconTrash, IconX } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { hasVersions } from '../../../../common/formats/files'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { openCompare } from '../../workbench/workbench'
import { IconButton } from '../../workbench/IconButton'
import { State } from '../../components/State'
import { bringBack, useOpenDocument } from '../../documents'
import { versionRef } from '../../documents/versions/compare-newest'
import { compareWith } from './compare-with'
import { NowRow } from './NowRow'
import { RemoteBar } from './RemoteBar'
import { useRemoteHistory } from '../../documents/versions/remote-versions'
import { Timeline } from './Timeline'
import type { HistoryFilter } from './timeline'
import { shortTime } from '../../components/formats'
import { useVersions } from '../../documents/versions/version-store'
import type { KnownVersion } from '../../documents/versions/written'
import classes from './HistoryPanel.module.css'

/** Inspector panel: what the document was, who made it so, and how to get back. */
export function HistoryPanel({ path }: { readonly path: ContentPath | null }) {
  if (!path) return <State icon={<IconHistory size={20} />} title="Open a document to see its history." />
  if (splitName(nameOf(path)).ext === '') {
    return (
      <State icon={<IconHistory size={20} />} title="The history of a config">
        It stands beside the config in its own tab, and in the two fields above the comparison.
      </State>
    )
  }
  if (!hasVersions(splitName(nameOf(path)).ext)) {
    return (
      <State
        icon={<IconHistory size={20} />}
        title="No versions for this kind of file"
        actions={
          <Button variant="default" onClick={() => void compareWith(path, 'disk')}>
            Compare with a file from this computer…
          </Button>
        }
      >
        HTML and JSON files have versions. When another kind of file is replaced, the former one goes to the
        trash.
      </State>
    )
  }
  return <FileHistory path={path} />
}

function FileHistory({ path }: { readonly path: ContentPath }) {
  const { versions: own, reload } = useVersions(path)
  const remote = useRemoteHistory(path)
  const versions = useMemo(
    () =>
      own.kind === 'ready' && remote.kind === 'ready'
        ? { ...own, versions: [...own.versions, ...remote.versions] }
        : own,
    [own, remote]
  )
  const document = useOpenDocument(path)
  const deleted = document?.question?.kind === 'deleted' || document?.phase.kind === 'missing'
  const [filter, setFilter] = useState<HistoryFilter>('all')
  const [picked, setPicked] = useState<KnownVersion | null>(null)
  const [shown, setShown] = useState(path)
  // The file has moved: what is typed stays, versions have other addresses.
  if (shown !== path) {
    setShown(path)
    setPicked(null)
  }
  const pick = useCallback(
    (version: KnownVersion) => {
      if (!picked) return setPicked(version)
      const [before, after] = [picked, version].sort((a, b) => a.timestamp - b.timestamp)
      if (before && after) openCompare(path, versionRef(path, before), versionRef(path, after))
      setPicked(null)
    },
    [picked, path]
  )

  return (
    <section className={classes.history} aria-label="History">
      <div>
        <NowRow path={path} onCreated={reload} />
        <RemoteBar path={path} />
      </div>
      {versions.kind === 'failed' ? (
        <State
          tone="bad"
          icon={<IconAlertTriangle size={20} />}
          title="The history could not be read"
          onAgain={reload}
        >
          {versions.message}
        </State>
      ) : versions.kind === 'loading' ? (
        <div aria-busy="true" />
      ) : deleted && versions.versions.length === 0 ? (
        <State
          icon={<IconTrash size={20} />}
          title="The history is in the trash"
          actions={<Button onClick={() => void bringBack(path)}>Restore from the trash</Button>}
        >
          It went there with the file, and comes back with it.
        </State>
      ) : versions.versions.length === 0 ? (
        <State icon={<IconHistory size={20} />} title="No versions yet">
          A version is kept whenever the content is replaced. Create one yourself before a big change.
        </State>
      ) : (
        <>
          <div className={classes.filter}>
            <SegmentedControl
              size="xs"
              fullWidth
              aria-label="Which versions"
              data={[...filters]}
              value={filter}
              onChange={(value) => setFilter(filters.find((one) => one.value === value)?.value ?? 'all')}
            />
            {picked && (
              <p className={classes.picked} role="status">
                <span>
                  Pick another version to compare with <b>{picked.label ?? shortTime(picked.wrote.at)}</b>
                </span>
                <IconButton label="Stop comparing" size={22} onClick={() => setPicked(null)}>
                  <IconX size={14} />
                </IconButton>
              </p>
            )}
          </div>
          <Timeline path={path} versions={versions.versions} filter={filter} picked={picked} onPick={pick} />
        </>
      )}
    </section>
  )
}

const filters: readonly { value: HistoryFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'labelled', label: 'Labelled' },
  { value: 'mine', label: 'Mine' }
]
