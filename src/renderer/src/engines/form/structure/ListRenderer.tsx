import type { RendererProps } from '@jsonforms/core'
import { Button } from '@mantine/core'
import { IconChevronRight, IconFoldDown, IconFoldUp, IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { isLeaf, type ArrayField } from '../../../../../common/schema/fields'
import { isJsonArray } from '../../../../../common/json/value'
import { childPointer, type Pointer } from '../../../../../common/json/pointer'
import { IconButton } from '../../../workbench/IconButton'
import { useError, useFolded, useForm, useItems, useShape } from '../form-context'
import { DepthProvider, Heading, useDepth } from './depth'
import { isElement, placeOf } from './elements'
import { usePlaceAttributes } from './FirstPlaces'
import { DragProvider, useListDrag } from './list-drag'
import { ListItem } from './ListItem'
import { LongList, LONG_FROM } from './LongList'
import { numberText } from '../../../components/formats'
import classes from './structure.module.css'
import { useGroup } from './useGroup'

/** A list with a heading of its own: its items, and a way to add one. */
export function ListRenderer({ uischema, ...props }: RendererProps) {
  const path = placeOf(props)
  const depth = useDepth()
  const id = useId()
  const group = useGroup()
  const attributes = usePlaceAttributes()
  const [folded, setFolded] = useFolded(path)
  const error = useError(path)
  const count = useItems(path).length
  if (!isElement(uischema, 'GalleyList')) return null
  const { field, label, required } = uischema
  return (
    <section
      ref={group}
      className={classes.section}
      aria-labelledby={id}
      data-group={path}
      data-depth={depth}
      {...attributes(path.slice(path.lastIndexOf('/') + 1), path)}
    >
      <div className={classes.listHead}>
        <Heading depth={depth}>
          <button
            type="button"
            aria-expanded={!folded}
            className={classes.fold}
            onClick={() => setFolded(!folded)}
          >
            <IconChevronRight size={14} aria-hidden="true" />
            <span id={id}>{label}</span>
          </button>
          <small>{countText(count, field)}</small>
          {required && <i className={classes.required}>required</i>}
        </Heading>
        {!folded && !isLeaf(field.items) && count > 1 && <FoldAll list={path} />}
      </div>
      {field.description !== null && <p className={classes.help}>{field.description}</p>}
      {error && (
        <p className={classes.error} role="note">
          {error.message}
        </p>
      )}
      <Strange pointer={path} />
      {!folded && (
        <DepthProvider value={depth + 1}>
          <Items field={field} list={path} labelledBy={id} />
          <AddItem field={field} list={path} />
        </DepthProvider>
      )}
    </section>
  )
}

function Items({
  field,
  list,
  labelledBy
}: {
  readonly field: ArrayField
  readonly list: Pointer
  readonly labelledBy: string
}) {
  const keys = useItems(list)
  const drag = useListDrag(list)
  if (keys.length === 0) return <p className={classes.none}>Nothing here yet.</p>
  return (
    <DragProvider value={drag}>
      {keys.length >= LONG_FROM ? (
        <LongList field={field} list={list} keys={keys} labelledBy={labelledBy} />
      ) : (
        <div role="list" aria-labelledby={labelledBy} className={classes.items}>
          {keys.map((key, index) => (
            <div key={key} role="listitem">
              <ListItem field={field} list={list} index={index} count={keys.length} />
            </div>
          ))}
        </div>
      )}
    </DragProvider>
  )
}

function AddItem({ field, list }: { readonly field: ArrayField; readonly list: Pointer }) {
  const { store } = useForm()
  const count = useItems(list).length
  if (!store.mayArrange(list)) return null
  const full = !store.mayGrow(list)
  return (
    <div className={classes.add}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden="true" />}
        disabled={full}
        data-add={list}
        onClick={() => {
          store.insert(list, count)
          store.revealed.notify(childPointer(list, count))
        }}
      >
        Add {field.itemLabel}
      </Button>
      {full && <small>No more than {field.maxItems} fit.</small>}
    </div>
  )
}

function FoldAll({ list }: { readonly list: Pointer }) {
  const { store } = useForm()
  const all = (folded: boolean) =>
    store.setFolded(
      store.items(list).map((key) => `${store.identity(list)}/#${key}`),
      folded
    )
  return (
    <>
      <IconButton label="Fold all items" onClick={() => all(true)}>
        <IconFoldDown size={16} stroke={1.5} />
      </IconButton>
      <IconButton label="Unfold all items" onClick={() => all(false)}>
        <IconFoldUp size={16} stroke={1.5} />
      </IconButton>
    </>
  )
}

/** A value where the schema wants a list: kept, and shown as it is. */
function Strange({ pointer }: { readonly pointer: Pointer }) {
  const value = useShape(pointer)
  if (value === undefined || value === null || value === '' || isJsonArray(value)) return null
  return <pre className={classes.strange}>{JSON.stringify(value, null, 2)}</pre>
}

function countText(count: number, { maxItems, minItems }: ArrayField): string {
  if (maxItems !== null) return `${numberText(count)} of at most ${numberText(maxItems)}`
  if (minItems !== null && count < minItems) return `${count} of at least ${minItems}`
  return numberText(count)
}
