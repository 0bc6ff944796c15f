/**
 * How much of what a stranger hands over is read: every parse, match, conversion, comparison and merge of content asks here.
 * Each number is far above what people write and below what holds a process up; beyond it `tooLarge` or `tooComplex` says so.
 */
export const bounds = {
  html: {
    /** Characters of a page: the longest books are shorter. */
    characters: 16_000_000,
    /** What a parser makes of a page: elements and comments. 5 MB of paragraphs are below it. */
    nodes: 400_000,
    /** How deep browsers build a page. */
    depth: 512,
    /** A parser repeats formatting that was left open in each paragraph: as many nodes for a tag that is written, and some. */
    nodesPerTag: 4,
    nodesBesides: 5_000,
    attributesOfElement: 1_000,
    attributes: 1_000_000,
    /** Mending of tags that are closed in the wrong order moves what lies in them: as many moves for a tag that is written, and some. */
    movesPerTag: 8,
    movesBesides: 20_000
  },
  /** On the thread that draws the window: a check while somebody types may take some ten milliseconds. */
  htmlInWindow: { characters: 500_000, nodes: 50_000 },
  /** A document that has been emptied is small: what is not is not asked further. */
  emptiedHtml: { characters: 512 * 1024, nodes: 5_000 },
  emptiedJson: { characters: 64 * 1024 },
  json: {
    /** Characters: a sheet of 60 MB and some room. */
    characters: 100_000_000,
    /** Lists and objects in each other: nobody can work with more, and a stack takes not much more. */
    depth: 200,
    /** Lists and objects in all, and all values. */
    containers: 2_000_000,
    values: 10_000_000
  },
  yaml: {
    /** Bytes of a query index definition. */
    bytes: 512 * 1024,
    /** Keys, items and scalars in all. */
    nodes: 20_000,
    depth: 64,
    /** Uses of anchors; each may stand for as much as the whole text. */
    aliases: 100
  },
  /** Patterns of paths: of metadata sheets, headers, redirects, query indices. */
  patterns: {
    /** Characters of one: no longer than a path may be. */
    characters: 2_048,
    /** How many count in one sheet or definition. */
    count: 5_000,
    /** Regular expressions in definitions. */
    expression: 1_000
  }
} as const
