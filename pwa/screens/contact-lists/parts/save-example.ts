import { saveBlob } from "../../../ui/save-blob.ts";
import { listCalls } from "./list-calls.ts";

/** Saves a spreadsheet that shows the columns of an upload. */
export const saveExample = async () => saveBlob(await listCalls.example(), "lista-de-exemplo.xlsx");
