export { parseHtml, parsePage, readElements, readElementsWithin, type ParseHtmlOptions } from './parse'
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
  type ParseProblem,
  type Place
} from './tree'
