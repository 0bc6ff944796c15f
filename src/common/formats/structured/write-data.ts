import { hasContent } from '../../schema/content'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/value'
import { childPointer, childValue, type Pointer } from '../../json/pointer'
import { BlockIds } from './block-names'
import type { StructuredDocument } from './document'
import type { WrittenBlocks } from './written-blocks'
import { booleanIn, escapeText, numberIn, REFERENCE } from './text'

/**
 * A value on its way: where it lies now, where it will lie once empty neighbours are left out, and what was
 * stored there.
 */
interface Place {
  readonly value: JsonValue
  readonly now: Pointer
  readonly stored: Pointer
  readonly before: JsonValue | undefined
  /** The key of the nearest property: names the blocks. */
  readonly key: string
}

/** Writes the data of one document as rows, and the blocks below them. */
export class DataWriter {
  /** The blocks of everything nested, children before parents. */
  readonly blocks: string[] = []
  private readonly ids: BlockIds

  constructor(
    private readonly schemaName: string,
    private readonly from: StructuredDocument | undefined,
    /** What was written of this very document before. */
    private readonly known?: WrittenBlocks
  ) {
    this.ids = new BlockIds(from?.source.takenIds ?? new Set())
  }

  /** The rows of the data's own block. */
  root(data: JsonValue): string {
    const place = { value: data, now: '', stored: '', before: this.from?.data, key: this.schemaName }
    if (!hasContent(data)) return ''
    if (isJsonArray(data)) return row('@items', this.list(data, place))
    return isJsonObject(data) ? this.rows(data, place) : ''
  }

  private rows(object: JsonObject, place: Place): string {
    const entries = Object.entries(object).filter(([, value]) => hasContent(value))
    return entries
      .map(([key, value]) => row(key, this.cell({ ...below(place, value, key, key), key })))
      .join('')
  }

  private cell(place: Place): string {
    const { value } = place
    if (isJsonArray(value)) return this.list(value, place)
    if (isJsonObject(value)) return `<p>${this.nested(value, place)}</p>`
    const raw = this.untouched(place)
    if (raw !== null) return raw
    const text = this.text(place)
    return `<p${mark(text)}>${escapeText(text)}</p>`
  }

  private list(items: readonly JsonValue[], place: Place): string {
    const parts: string[] = []
    items.forEach((item, index) => {
      if (hasContent(item)) parts.push(this.item(below(place, item, index, parts.length)))
    })
    return `<ul>${parts.join('')}</ul>`
  }

  private item(place: Place): string {
    const { value } = place
    if (isJsonArray(value)) return `<li>${this.reference(row('@items', this.list(value, place)), place)}</li>`
    if (isJsonObject(value)) return `<li>${this.nested(value, place)}</li>`
    const raw = this.untouched(place)
    if (raw !== null) return `<li>${raw}</li>`
    const text = this.text(place)
    return `<li${mark(text)}>${escapeText(text)}</li>`
  }

  /** An object's blocks and the text that refers to them; as they were written before, if they still can be. */
  private nested(value: JsonObject, place: Place): string {
    const { blocks, ids, known } = this
    const before = known?.at(value, place)
    if (before && ids.giveAgain(before.ids)) {
      blocks.push(before.blocks)
      return before.reference
    }
    const [firstBlock, firstId, { displaced }] = [blocks.length, ids.given.length, ids]
    const reference = this.reference(this.rows(value, place), place)
    if (known && ids.displaced === displaced)
      known.keep(value, place, {
        reference,
        blocks: blocks.slice(firstBlock).join(''),
        ids: ids.given.slice(firstId)
      })
    return reference
  }

  /** Adds a block and returns the text that refers to it. */
  private reference(rows: string, { key, stored }: Place): string {
    const id = this.ids.idFor(key, stored)
    const name = id.slice(0, id.lastIndexOf('-'))
    // joined, so that it is one run of characters: put together by `+` it would be that again in each text
    this.blocks.push(['<div class="', name, ' ', id, '">', rows, '</div>'].join(''))
    return REFERENCE + id
  }

  /** The stored markup, where the value is still the one that it was read as. */
  private untouched({ value, now, before }: Place): string | null {
    const raw = this.from?.source.raw.get(now)
    return raw && raw.html !== '' && sameText(value, before) ? raw.html : null
  }

  /** The text of a value; a number or switch keeps the spelling that it was read from, such as `007`. */
  private text({ value, before }: Place): string {
    return (typeof before === 'string' && sameText(value, before) ? before : String(value)).trim()
  }
}

/** A row of key and value. */
export function row(key: string, value: string): string {
  return `<div><div><h3>${escapeText(key)}</h3></div><div>${value}</div></div>`
}

function below(place: Place, value: JsonValue, now: string | number, stored: string | number): Place {
  return {
    value,
    now: childPointer(place.now, now),
    stored: childPointer(place.stored, stored),
    before: childValue(place.before, String(now)),
    key: place.key
  }
}

/** Whether a value is what the stored one means, in whichever type. */
function sameText(value: JsonValue, before: JsonValue | undefined): boolean {
  if (value === before) return true
  if (typeof before === 'string') {
    if (typeof value === 'number') return numberIn(before) === value
    return typeof value === 'boolean' ? booleanIn(before) === value : false
  }
  return (
    typeof value === 'string' &&
    (typeof before === 'number' || typeof before === 'boolean') &&
    String(before) === value
  )
}

/** Keeps a text that looks like a reference from being read as one. */
function mark(text: string): string {
  return text.toLowerCase().startsWith(REFERENCE) ? ' data-text' : ''
}
