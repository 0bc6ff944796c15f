import { Button } from '@mantine/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { useEditorSettings } from '../../workbench/editor-settings'
import { formatJson } from './contents'
import { DiffEditor, type DiffHandle } from '../../engines/diff-views/DiffEditor'
import { puttingBack, wordsOf, type LinesSeen } from '../../engines/diff-views/lines'
import type { Restoring } from './useChangeActions'
import type { ChangesStatus } from '../../engines/diff-views/views/useChanges'
import classes from '../../engines/diff-views/views/Views.module.css'

interface TextCompareProps {
  readonly path: ContentPath
  readonly before: string
  readonly after: string
  /** JSON with one member a line. */
  readonly formatted: boolean
  readonly restoring: Restoring
  readonly onStatus: (status: ChangesStatus | null) => void
}

/** Two texts line by line and word by word; the lines of one change are put back on their own (D5). */
export function TextCompare({ path, before, after, formatted, restoring, onStatus }: TextCompareProps) {
  const settings = useEditorSettings()
  const [seen, setSeen] = useState<LinesSeen | null>(null)
  const [handle, setHandle] = useState<DiffHandle | null>(null)
  const texts = useMemo(
    () =>
      formatted
        ? { before: formatJson(before) ?? before, after: formatJson(after) ?? after }
        : { before, after },
    [before, after, formatted]
  )
  const takeHandle = useCallback((given: DiffHandle | null) => setHandle(given), [])
  useEffect(() => {
    onStatus(handle && seen ? { total: seen.total, at: seen.at, go: (to) => handle.go(to) } : null)
    return () => onStatus(null)
  }, [handle, seen, onStatus])
  const isAsStored = texts.before === before && texts.after === after
  const whyNot = isAsStored
    ? restoring.whyNot
    : 'To take back the lines of one change, switch “Formatted” off.'
  const change = seen?.change ?? null
  return (
    <div className={classes.textCompare}>
      <DiffEditor
        before={texts.before}
        after={texts.after}
        path={path}
        inline={settings.compare === 'inline'}
        ignoreSpace={settings.ignoreSpace}
        wrap={settings.wrap}
        onSeen={setSeen}
        onHandle={takeHandle}
      />
      {change && (
        <section className={classes.changeBar} aria-label="The chosen change">
          <div className={classes.chosen}>
            <p className={classes.chosenWords} role="status">
              <b>{wordsOf(change)}</b>
            </p>
            <div className={classes.chosenActions}>
              <Button
                size="compact-xs"
                variant="default"
                disabled={whyNot !== null}
                title={whyNot ?? undefined}
                onClick={() => restoring.restore?.(wordsOf(change), puttingBack(before, after, change))}
              >
                Restore these lines
              </Button>
            </div>
            {whyNot && <p className={classes.whyNot}>{whyNot}</p>}
          </div>
        </section>
      )}
    </div>
  )
}
