import { JsonFormsDispatch } from '@jsonforms/react'
import { IconChevronRight, IconDots, IconGripVertical } from '@tabler/icons-react'
import { memo, useState, type KeyboardEvent, type ReactNode } from 'react'
import { isLeaf, type ArrayField } from '../../../../../common/schema/fields'
import { childPointer, type Pointer } from '../../../../../common/json/pointer'
import { useErrorCount, useFolded, useForm } from '../form-context'
import { Leaf } from '../fields/Leaf'
import { DepthProvider, isDeep, useDepth } from './depth'
import { elementOf, noSchema } from './elements'
import { useItemName } from './item-name'
import { ItemMenu } from './ItemMenu'
import { useItemDrag } from './list-drag'
import { moveItem } from './move-item'
import classes from './structure.module.css'
import { useGroup } from './useGroup'

export interface ListItemProps {
  readonly field: ArrayField
  readonly list: Pointer
  readonly index: number
  readonly count: number
}

/** One item of a list: a card with its own form, or a single control. */
export const ListItem = memo(function ListItem(props: ListItemProps) {
  const { items } = props.field
  const pointer = childPointer(props.list, props.index)
  if (items.kind === 'unsupported') return <UnsupportedItem {...props} pointer={pointer} />
  return isLeaf(items) ? (
    <Row {...props} pointer={pointer}>
      <Leaf
        field={items}
        pointer={pointer}
        label={`${props.field.itemLabel} ${props.index + 1}`}
        required={false}
        bare
      />
    </Row>
  ) : (
    <Card {...props} pointer={pointer}>
      <JsonFormsDispatch schema={noSchema} uischema={elementOf(items)} path={pointer} />
    </Card>
  )
})

interface PartProps extends ListItemProps {
  readonly pointer: Pointer
  readonly children: ReactNode
}

function Card({ field, list, index, count, pointer, children }: PartProps) {
  const depth = useDepth()
  const group = useGroup()
  const drag = useItemDrag(index)
  const name = useItemName(field, pointer)
  const [folded, setFolded] = useFolded(pointer)
  return (
    <div
      ref={group}
      className={classes.card}
      data-group={pointer}
      data-pointer={pointer}
      data-folded={folded || undefined}
      data-deep={isDeep(depth) || undefined}
      {...drag.target}
    >
      <div className={classes.cardHead}>
        <Grip {...{ list, index, count }} name={name} drag={drag.handle} />
        <button
          type="button"
          className={classes.fold}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          <IconChevronRight size={14} aria-hidden="true" />
          <b>#{index + 1}</b>
          <span className={classes.itemName}>{name}</span>
        </button>
        <ItemErrors pointer={pointer} />
        <More {...{ field, list, index, count }} name={name} />
      </div>
      {!folded && (
        <div className={classes.cardBody}>
          <DepthProvider value={depth + 1}>{children}</DepthProvider>
        </div>
      )}
    </div>
  )
}

function Row({ field, list, index, count, pointer, children }: PartProps) {
  const drag = useItemDrag(index)
  const name = `${field.itemLabel} ${index + 1}`
  return (
    <div className={classes.row} data-item={pointer} {...drag.target}>
      <Grip {...{ list, index, count }} name={name} drag={drag.handle} />
      <b aria-hidden="true">#{index + 1}</b>
      <div className={classes.rowControl}>{children}</div>
      <More {...{ field, list, index, count }} name={name} />
    </div>
  )
}

/** Items of a kind that the form cannot edit: kept, shown, and still to be moved or removed. */
function UnsupportedItem(props: ListItemProps & { readonly pointer: Pointer }) {
  const { store } = useForm()
  return (
    <Row {...props}>
      <pre className={classes.strange}>{JSON.stringify(store.value(props.pointer))}</pre>
    </Row>
  )
}

interface GripProps {
  readonly list: Pointer
  readonly index: number
  readonly count: number
  readonly name: string
  readonly drag: ReturnType<typeof useItemDrag>['handle']
}

/** Drags an item with the mouse, and moves it with the arrow keys. */
function Grip({ list, index, count, name, drag }: GripProps) {
  const { store } = useForm()
  if (!store.mayArrange(list) || count < 2) return <span className={classes.gripSpace} />
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    moveItem(store, list, index, Math.min(count - 1, Math.max(0, to)), name)
  }
  return (
    <button
      type="button"
      className={classes.grip}
      data-grip={childPointer(list, index)}
      aria-label={`Move ${name}: place ${index + 1} of ${count}. Arrow keys move it.`}
      title="Drag to move, or use the arrow keys"
      onKeyDown={onKeyDown}
      {...drag}
    >
      <IconGripVertical size={14} aria-hidden="true" />
    </button>
  )
}

function More(props: ListItemProps & { readonly name: string }) {
  const { store } = useForm()
  const [open, setOpen] = useState(false)
  if (!store.mayArrange(props.list)) return null
  const button = (
    <button
      type="button"
      className={classes.more}
      aria-haspopup="menu"
      aria-expanded={open}
      aria-label={`Actions for ${props.name}`}
      onClick={() => setOpen(true)}
    >
      <IconDots size={16} aria-hidden="true" />
    </button>
  )
  // A menu each would cost more than the item itself: it is made when it is asked for.
  return open ? <ItemMenu {...props} target={button} onClose={() => setOpen(false)} /> : button
}

function ItemErrors({ pointer }: { readonly pointer: Pointer }) {
  const errors = useErrorCount(pointer)
  if (errors === 0) return null
  return (
    <small className={classes.errors}>
      {errors}
      <span className="visually-hidden"> {errors === 1 ? 'problem' : 'problems'}</span>
    </small>
  )
}
