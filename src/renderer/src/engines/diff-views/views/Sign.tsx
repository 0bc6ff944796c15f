import { VisuallyHidden } from '@mantine/core'
import { nameOfKind, signOf, type ItemKind } from '../changes/items'
import classes from './Views.module.css'

/** Says by sign and colour what became of something. */
export function Sign({ kind }: { readonly kind: ItemKind }) {
  return (
    <span className={classes.sign} data-kind={kind} title={nameOfKind[kind]}>
      <span aria-hidden="true">{signOf[kind]}</span>
      <VisuallyHidden>{nameOfKind[kind]}</VisuallyHidden>
    </span>
  )
}
