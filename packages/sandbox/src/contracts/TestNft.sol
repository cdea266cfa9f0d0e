// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

interface TokenReceiver {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata data)
        external
        returns (bytes4);
}

/// A collection of ERC-721. Anyone may mint.
contract TestNft {
    string public constant name = "Test collection";
    string public constant symbol = "TEST";
    mapping(uint256 => address) private owners;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function mint(address to, uint256 id) external {
        require(owners[id] == address(0), "TestNft: the token exists");
        owners[id] = to;
        balanceOf[to] += 1;
        emit Transfer(address(0), to, id);
    }

    function ownerOf(uint256 id) public view returns (address owner) {
        owner = owners[id];
        require(owner != address(0), "TestNft: there is no such token");
    }

    function approve(address to, uint256 id) external {
        address owner = ownerOf(id);
        require(msg.sender == owner || isApprovedForAll[owner][msg.sender], "TestNft: not allowed");
        getApproved[id] = to;
        emit Approval(owner, to, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) public {
        require(ownerOf(id) == from && to != address(0), "TestNft: not the owner's");
        require(
            msg.sender == from || getApproved[id] == msg.sender || isApprovedForAll[from][msg.sender],
            "TestNft: not allowed"
        );
        delete getApproved[id];
        balanceOf[from] -= 1;
        balanceOf[to] += 1;
        owners[id] = to;
        emit Transfer(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        safeTransferFrom(from, to, id, "");
    }

    function safeTransferFrom(address from, address to, uint256 id, bytes memory data) public {
        transferFrom(from, to, id);
        if (to.code.length == 0) return;
        bytes4 answer = TokenReceiver(to).onERC721Received(msg.sender, from, id, data);
        require(answer == TokenReceiver.onERC721Received.selector, "TestNft: the receiver takes none");
    }
}
