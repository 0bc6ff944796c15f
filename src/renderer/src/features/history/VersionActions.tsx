import { Button } from '@mantine/core'
import type { ContentPath } from '../../../../common/content/paths'
import { openCompare } from '../../workbench/workbench'
import { useRefusal } from '../../documents/rights/rights'
import { versionRef } from '../../documents/versions/compare-newest'
import { restoreState } from '../../documents/versions/restore'
import type { KnownVersion } from '../../documents/versions/written'
import classes from './HistoryPanel.module.css'

export interface VersionActionsProps {
  readonly path: ContentPath
  readonly version: KnownVersion
  /** The next older version; null for the first. */
  readonly previous: KnownVersion | null
  readonly onPick: (version: KnownVersion) => void
}

/** What is done most often with a version. */
export function VersionButtons({ path, version }: Pick<VersionActionsProps, 'path' | 'version'>) {
  const ref = versionRef(path, version)
  const refusal = useRefusal(path)
  return (
    <div className={classes.actions}>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => openCompare(path, ref, { kind: 'current', path })}
      >
        Compare
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={refusal !== null}
        title={refusal ?? undefined}
        onClick={() => void restoreState(path, ref)}
      >
        Restore
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => openCompare(path, ref, ref)}>
        View
      </Button>
    </div>
  )
}
