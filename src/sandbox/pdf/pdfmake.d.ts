/** The used parts of pdfmake. Its published types depend on those of browsers, which conflict with those of Node. */
declare module 'pdfmake' {
  export interface Style {
    font?: string;
    fontSize?: number;
    lineHeight?: number;
    bold?: boolean;
    italics?: boolean;
    alignment?: 'left' | 'center' | 'right';
    color?: string;
    background?: string;
    decoration?: 'underline' | 'lineThrough';
    margin?: [marginLeft: number, marginTop: number, marginRight: number, marginBottom: number];
    preserveLeadingSpaces?: boolean;
    sup?: boolean;
    sub?: boolean;
  }

  /** A piece of text in one style. */
  export interface Run extends Style {
    text: string;
    link?: string;
    linkToDestination?: string;
  }

  /** A printable content. Exactly one of its kinds (`text`, `stack`, `table` ...) is set. */
  export interface Content extends Style {
    text?: string | Run[];
    stack?: Content[];
    columns?: Content[];
    table?: { body: Content[][]; widths: (number | '*' | 'auto')[]; headerRows?: number; dontBreakRows?: boolean };
    image?: string;
    svg?: string;
    canvas?: object[];
    toc?: { title?: Content };

    id?: string;
    width?: number | '*' | 'auto';
    height?: number;
    fit?: [width: number, height: number];
    columnGap?: number;
    layout?: Layout | string;
    options?: { imageCallback: (address: string) => string; warningCallback: () => void };
    unbreakable?: boolean;
    pageBreak?: 'before' | 'after';
    link?: string;
    linkToDestination?: string;
    tocItem?: boolean;
    tocMargin?: [marginLeft: number, marginTop: number, marginRight: number, marginBottom: number];
    tocStyle?: Style;
    outline?: boolean;
    outlineText?: string;
    outlineExpanded?: boolean;
    outlineParentId?: string;
  }

  export interface Layout {
    hLineWidth?: (row: number, node: { table: { body: unknown[] } }) => number;
    vLineWidth?: (column: number) => number;
    hLineColor?: () => string;
    vLineColor?: () => string;
    paddingLeft?: () => number;
    paddingRight?: () => number;
    paddingTop?: () => number;
    paddingBottom?: () => number;
    fillColor?: (row: number) => string | null;
  }

  export interface Definition {
    info?: { title?: string; creator?: string; producer?: string };
    pageSize: 'A4';
    pageMargins: [marginLeft: number, marginTop: number, marginRight: number, marginBottom: number];
    defaultStyle: Style;
    images?: Record<string, string>;
    content: Content[];
    footer?: (page: number, pages: number) => Content;
  }

  /** The paths of the font files of a family. */
  type Faces = Readonly<Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>;

  const pdfmake: {
    setFonts(fonts: Record<string, Faces>): void;
    setUrlAccessPolicy(allows: (url: string) => boolean): void;
    setLocalAccessPolicy(allows: (path: string) => boolean): void;
    createPdf(definition: Definition): { getBuffer(): Promise<Buffer> };
  };
  // A CommonJS module whose exports are this object.
  export { pdfmake as default };
}
