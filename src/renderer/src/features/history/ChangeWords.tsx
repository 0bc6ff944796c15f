import { useEffect, useState } from 'react'
import { changesBetween, type Changes } from './changes'
import classes from './HistoryPanel.module.css'

/** `+ 3 − 1 lines` since the version before. */
export function ChangeWords({ before, after }: { readonly before: string; readonly after: string }) {
  const [changes, setChanges] = useState<Changes | null>(null)
  useEffect(() => {
    let wanted = true
    changesBetween(before, after).then(
      (found) => wanted && setChanges(found),
      () => {}
    )
    return () => {
      wanted = false
    }
  }, [before, after])
  if (!changes) return <p className={classes.words}>&nbsp;</p>
  if (changes.added + changes.removed === 0)
    return <p className={classes.words}>Same content as the version before</p>
  return (
    <p className={classes.words}>
      {changes.added > 0 && <span className={classes.added}>+ {changes.added}</span>}{' '}
      {changes.removed > 0 && <span className={classes.removed}>− {changes.removed}</span>}{' '}
      {changes.added + changes.removed === 1 ? 'line' : 'lines'} since the version before
    </p>
  )
}
