/** The types of declared inputs; `text` is another word for string, `array` for list. */
export const PARAMETER_TYPES = ['string', 'text', 'number', 'integer', 'boolean', 'list', 'array', 'object'] as const;

export type ParameterType = (typeof PARAMETER_TYPES)[number];

/** Whether a JSON value is of a type. */
export function isOfType(value: unknown, type: ParameterType): boolean {
  switch (type) {
    case 'string':
    case 'text':
      return typeof value === 'string';
    case 'integer':
      return Number.isInteger(value);
    case 'list':
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'number':
    case 'boolean':
      return typeof value === type;
  }
}
