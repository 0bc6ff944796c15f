export { parseHtml, parsePage, readElements, readElementsWithin } from './parse'
export { serialize } from 'parse5'
export {
  attribute,
  blocksOf,
  classesOf,
  elementsIn,
  everyElement,
  imageIn,
  isElement,
  outermost,
  pushReversed,
  textOf,
  type Element,
  type Fragment,
  type HtmlDocument,
  type KeepPlace,
  type Node,
  type Place
} from './tree'
