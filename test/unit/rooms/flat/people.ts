import { EditorState, type Plugin } from 'prosemirror-state'
import type { Node as PageNode } from 'prosemirror-model'
import { collab, getVersion, receiveTransaction, sendableSteps } from 'prosemirror-collab'
import type { Step } from 'prosemirror-transform'
import { updateYFragment, yXmlFragmentToProseMirrorRootNode } from 'y-prosemirror'
import * as Y from 'yjs'
import { pageSchema } from '../../../../src/common/formats/page/schema'
import { become } from '../../../../src/common/rooms/flat/becoming'
import { filled } from '../../../../src/common/rooms/flat/fill'
import { FlatPage } from '../../../../src/common/rooms/flat/flat-page'
import { FlatUndo } from '../../../../src/common/rooms/flat/undo'
import { writePage } from '../../../../src/common/formats/page/write'
import { fromElsewhere, islandsInPlace } from '../../../../src/renderer/src/engines/page/islands/in-place'
import { twoServices } from '../two-services'

/** Somebody who writes in a page, by one of the ways that there are to write together. */
export interface Person {
  readonly state: EditorState
  /** Takes what the person has made of the page. */
  write(next: EditorState): void
  undo(): boolean
  /** The letters that the last edit put into the text, where that is known. */
  putIn?(): string
}

/** People who write one page. */
export interface People {
  readonly all: readonly Person[]
  /** Whether they write in the text that this house has made. */
  readonly isOurs: boolean
  /** Two of them hear of each other. */
  meet(one: number, other: number): void
}

export const epoch = { hash: 'of a page', compactions: 0 }

const stateOf = (doc: PageNode, ...plugins: Plugin[]) =>
  EditorState.create({ doc, plugins: [islandsInPlace(), ...plugins] })

function meetInYjs(one: Y.Doc | undefined, other: Y.Doc | undefined): void {
  if (!one || !other) return
  const [forOne, forOther] = [
    Y.encodeStateAsUpdate(other, Y.encodeStateVector(one)),
    Y.encodeStateAsUpdate(one, Y.encodeStateVector(other))
  ]
  Y.applyUpdate(one, forOne)
  Y.applyUpdate(other, forOther)
}

/** A page as one text. */
export class FlatPerson implements Person {
  state: EditorState
  readonly doc = new Y.Doc()
  readonly flat: FlatPage
  private readonly undoing: FlatUndo
  private letters = ''

  constructor(seed: Uint8Array, id: number) {
    this.doc.clientID = id
    Y.applyUpdate(this.doc, seed)
    this.flat = new FlatPage(this.doc, {
      held: () => [this.state.selection.anchor, this.state.selection.head],
      changed: (page, [anchor = 0, head = 0]) => {
        this.state = this.state.apply(fromElsewhere(become(this.state.tr, page, [anchor, head])))
      }
    })
    this.state = stateOf(this.flat.page)
    this.undoing = new FlatUndo(this.doc, this.flat)
    this.doc.getText('page').observe(({ delta }) => {
      for (const { insert } of delta) if (typeof insert === 'string') this.letters += insert
    })
  }

  write(next: EditorState): void {
    this.state = next
    this.letters = ''
    this.undoing.separate()
    this.flat.edit(next.doc)
    this.sees()
  }

  /** Shows the page as it is. */
  sees(): void {
    if (!this.flat.page.eq(this.state.doc))
      this.state = this.state.apply(fromElsewhere(become(this.state.tr, this.flat.page)))
  }

  undo(): boolean {
    return this.undoing.undo() !== null
  }

  putIn(): string {
    return this.letters
  }
}

export function inOneText(page: PageNode, count: number): People & { readonly all: readonly FlatPerson[] } {
  const seed = filled(page, epoch)
  const all = Array.from({ length: count }, (_, at) => new FlatPerson(seed, 1000 + at))
  return { all, isOurs: true, meet: (one, other) => meetInYjs(all[one]?.doc, all[other]?.doc) }
}

/** Half of the people at one service and half at another, which has taken the document over. */
export function acrossServices(page: PageNode, count: number): People {
  const services = twoServices(writePage(page), 'page', writePage(page).replace('The', 'A'))
  const joined = Array.from({ length: count }, (_, at) => services.join(at))
  const all = joined.map(({ state, number }) => new FlatPerson(state, number))
  return {
    all,
    isOurs: true,
    meet: (first, second) =>
      services.meet(
        first,
        second,
        joined.map(({ number }, at) => [all[at]?.doc ?? new Y.Doc(), number])
      )
  }
}

/** The usual way: a page as a tree of Yjs. */
class TreePerson implements Person {
  state: EditorState
  readonly doc = new Y.Doc()
  private readonly tree = this.doc.getXmlFragment('page')
  private readonly meta = { mapping: new Map(), isOMark: new Map() }
  private readonly undoing = new Y.UndoManager(this.tree, {
    captureTimeout: 0,
    trackedOrigins: new Set([this])
  })
  private isOwn = false

  constructor(
    private readonly page: PageNode,
    seed: Uint8Array,
    id: number
  ) {
    this.doc.clientID = id
    Y.applyUpdate(this.doc, seed)
    this.state = stateOf(this.read())
    this.doc.on('afterTransaction', () => {
      if (!this.isOwn) this.state = stateOf(this.read())
    })
  }

  private read(): PageNode {
    this.meta.mapping.clear()
    const content = yXmlFragmentToProseMirrorRootNode(this.tree, pageSchema).content
    return this.page.copy(content)
  }

  write(next: EditorState): void {
    this.isOwn = true
    this.undoing.stopCapturing()
    this.doc.transact(() => updateYFragment(this.doc, this.tree, next.doc, this.meta), this)
    this.isOwn = false
    this.state = next
  }

  undo(): boolean {
    return this.undoing.undo() !== null
  }
}

export function inTree(page: PageNode, count: number): People {
  const doc = new Y.Doc()
  doc.clientID = 1
  updateYFragment(doc, doc.getXmlFragment('page'), page, { mapping: new Map(), isOMark: new Map() })
  const seed = Y.encodeStateAsUpdate(doc)
  const all = Array.from({ length: count }, (_, at) => new TreePerson(page, seed, 1000 + at))
  return { all, isOurs: false, meet: (one, other) => meetInYjs(all[one]?.doc, all[other]?.doc) }
}

/** The other usual way: steps, in an order that one place gives them. */
export function inSteps(page: PageNode, count: number): People {
  const steps: { readonly step: Step; readonly by: number | string }[] = []
  const all = Array.from({ length: count }, (_, at) => ({
    state: stateOf(page, collab({ clientID: at })),
    write(next: EditorState) {
      this.state = next
    },
    undo: () => false
  }))
  const meet = (at: number) => {
    const person = all[at]
    if (!person) return
    const news = steps.slice(getVersion(person.state))
    person.state = person.state.apply(
      fromElsewhere(
        receiveTransaction(
          person.state,
          news.map(({ step }) => step),
          news.map(({ by }) => by)
        )
      )
    )
    const own = sendableSteps(person.state)
    if (!own) return
    steps.push(...own.steps.map((step) => ({ step, by: own.clientID })))
    const back = own.steps.map(() => own.clientID)
    person.state = person.state.apply(receiveTransaction(person.state, own.steps, back))
  }
  return {
    all,
    isOurs: false,
    meet: (one, other) => {
      meet(one)
      meet(other)
      meet(one)
    }
  }
}
