import { VisuallyHidden } from '@mantine/core'
import { markWords, useMark, type Mark } from './published-marks'
import classes from './Publishing.module.css'

/**
 * Beside a file in the tree: whether readers have it, and as it is.
 * @param id of the words, for whoever describes the line by them
 */
export function PublishedDot({ id, mark }: { readonly id: string; readonly mark: Mark }) {
  return (
    <span id={id} className={classes.mark} data-mark={mark} title={markWords[mark]}>
      <VisuallyHidden>{markWords[mark]}</VisuallyHidden>
    </span>
  )
}

/** Beside what is published and not here any more; the line itself says so in words. */
export function GoneDot({ live }: { readonly live: boolean }) {
  return <span aria-hidden="true" className={classes.mark} data-mark={live ? 'live-gone' : 'preview-gone'} />
}

export { useMark }
