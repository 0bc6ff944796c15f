import { VisuallyHidden } from '@mantine/core'
import { markWords, useMark, type Mark } from './published-marks'
import classes from './Publishing.module.css'

/** Beside a file in the tree: whether readers have it, and as it is. @param id of the words, for whoever describes the line by them */
export function PublishedDot({ id, mark }: { readonly id: string; readonly mark: Mark }) {
  return (
    <span id={id} className={classes.mark} data-mark={mark} title={markWords[mark]}>
      <VisuallyHidden>{markWords[mark]}</VisuallyHidden>
    </span>
  )
}

export { useMark }
