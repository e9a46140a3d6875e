export { DeleteDialog } from "./delete-dialog.tsx";
export { FormDialog } from "./form-dialog.tsx";
export { checkBy, type Problems, type Refusal, refusalOf } from "./form-problems.ts";
export type { ListPage } from "./list-loader.ts";
export { ListScreen } from "./list-screen.tsx";
export { type Form, useForm } from "./use-form.ts";
export { type List, useList } from "./use-list.ts";
export { useSearch } from "./use-search.ts";
