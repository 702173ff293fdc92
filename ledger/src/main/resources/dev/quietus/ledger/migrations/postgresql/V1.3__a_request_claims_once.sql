-- A worker that hears nothing asks for work again with the same marker, perhaps another node, while
-- its first request is still on its way: each could hand out work of another tree. One of the two
-- is refused here, tried again, and finds what the other has handed out.
CREATE UNIQUE INDEX operation_claim ON operation (worker, request_id)
    WHERE execution = 'running' AND queue IS NOT NULL;
