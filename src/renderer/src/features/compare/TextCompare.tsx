import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { useEditorSettings } from '../editors/settings'
import { formatJson } from './contents'
import { DiffEditor, type DiffHandle } from './DiffEditor'
import type { ChangesStatus } from './views/useChanges'

interface TextCompareProps {
  readonly path: ContentPath
  readonly before: string
  readonly after: string
  /** JSON with one member a line. */
  readonly formatted: boolean
  readonly onStatus: (status: ChangesStatus | null) => void
}

/** Two texts line by line and word by word. */
export function TextCompare({ path, before, after, formatted, onStatus }: TextCompareProps) {
  const settings = useEditorSettings()
  const [changes, setChanges] = useState<number | null>(null)
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
    onStatus(handle && changes !== null ? { total: changes, at: null, go: (to) => handle.go(to) } : null)
    return () => onStatus(null)
  }, [handle, changes, onStatus])
  return (
    <DiffEditor
      before={texts.before}
      after={texts.after}
      path={path}
      inline={settings.compare === 'inline'}
      ignoreSpace={settings.ignoreSpace}
      wrap={settings.wrap}
      onChanges={setChanges}
      onHandle={takeHandle}
    />
  )
}
